import type { Context } from 'hono';
import { rememberDevice } from '../../http/device-cookie.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { FactorSummary, RecoveryCodeSet } from '../data/factors.ts';
import type { PasskeyRow } from '../data/passkeys.ts';
import type { IdentityRow, UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { factorSubject } from '../rules/access.ts';
import type { BegunCeremony } from '../services/passkeys.ts';
import type { SignIn } from '../types.ts';

/**
 * A user as clients see one (supabase-protocol 2.3): optional keys are left out when there is
 * nothing to tell.
 */
export function userBody(user: UserRow): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present({
      email_confirmed_at: iso(user.email_confirmed_at),
      invited_at: iso(user.invited_at),
      phone_confirmed_at: iso(user.phone_confirmed_at),
      confirmation_sent_at: iso(user.confirmation_sent_at),
      confirmed_at: iso(earliest(user.email_confirmed_at, user.phone_confirmed_at)),
      recovery_sent_at: iso(user.recovery_sent_at),
      new_email: user.new_email,
      email_change_sent_at: iso(user.email_change_sent_at),
      new_phone: user.new_phone,
      phone_change_sent_at: iso(user.phone_change_sent_at),
      reauthentication_sent_at: iso(user.reauthentication_sent_at),
      last_sign_in_at: iso(user.last_sign_in_at),
      banned_until: iso(user.banned_until),
      deleted_at: iso(user.deleted_at),
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length === 0 ? {} : { factors: user.factors.map(factorBody) }),
    identities: user.identities.map(identityBody),
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
    is_anonymous: user.is_anonymous,
  };
}

/** `identity_id` is the row, `id` the provider's subject: the two must not be mixed up. */
function identityBody(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: iso(identity.last_sign_in_at),
    created_at: iso(identity.created_at),
    updated_at: iso(identity.updated_at),
    ...present({ email: identity.email }),
  };
}

/** A second factor; its secret is shown once, when it is created. */
export function factorBody(factor: FactorSummary): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: iso(factor.created_at),
    updated_at: iso(factor.updated_at),
    status: factor.status,
    factor_type: factor.factor_type,
    ...present({
      friendly_name: factor.friendly_name,
      phone: factor.phone,
      last_challenged_at: iso(factor.last_challenged_at),
    }),
  };
}

function iso(time: Date | string | number | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  // An unbounded time has no ISO form.
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function earliest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ''));
}

/** The answer to every sign-in and refresh (supabase-protocol 2.3). */
export function tokenBody({ user, tokens, weakPassword, providerTokens }: SignIn): Record<string, unknown> {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: tokens.expiresIn,
    expires_at: tokens.expiresAt,
    refresh_token: tokens.refreshToken,
    user: userBody(user),
    ...(weakPassword ? { weak_password: weakPassword } : {}),
    ...(providerTokens ? { provider_token: providerTokens.accessToken } : {}),
    ...(providerTokens?.refreshToken ? { provider_refresh_token: providerTokens.refreshToken } : {}),
  };
}

/**
 * Answers a sign-in with its tokens. The device knows the account from now on, so that others'
 * wrong passwords are not counted against it.
 * @param options.factor whether a second factor was proved just now, which the device notes apart
 */
export function sendSignIn(
  c: Context<ServerEnv>,
  deps: AuthDeps,
  signIn: SignIn,
  { factor }: { factor: boolean } = { factor: false },
): Response {
  const { id, email, phone } = signIn.user;
  const subjects = [email, phone, factor ? factorSubject(id) : null].filter((subject) => subject !== null);
  // An anonymous user has no address or password to guess.
  if (subjects.length > 0) rememberDevice(c, deps, subjects);
  return c.json(tokenBody(signIn));
}

/**
 * A passkey as clients see one (auth-js, `PasskeyListItem`); neither key nor counter leave the
 * server.
 */
export function passkeyBody(passkey: PasskeyRow): Record<string, unknown> {
  return {
    id: passkey.id,
    ...(passkey.friendly_name === '' ? {} : { friendly_name: passkey.friendly_name }),
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at === null ? {} : { last_used_at: passkey.last_used_at.toISOString() }),
  };
}

/**
 * The answer to both calls that begin a ceremony (auth-js, `PasskeyRegistrationOptionsResponse`).
 */
export function ceremonyBody({
  challengeId,
  options,
  expiresAt,
}: BegunCeremony<object>): Record<string, unknown> {
  return { challenge_id: challengeId, options, expires_at: expiresAt };
}

/** The public description of recovery codes: never the codes themselves (docs/adr/0050). */
export function recoveryCodesBody(set: RecoveryCodeSet): Record<string, unknown> {
  return {
    remaining: set.remaining,
    created_at: set.created_at?.toISOString() ?? null,
    expires_at: set.expires_at?.toISOString() ?? null,
  };
}
