import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { claimUnconfirmedUser } from '../data/user-addresses.ts';
import {
  findUserByEmail,
  findUserById,
  insertAnonymousUser,
  insertEmailUser,
  lockUser,
  type UserRow,
} from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, userAlreadyExists, validationFailed } from '../errors.ts';
import { type AddressParams, requireAddressMethod } from '../method.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import type { Caller, LinkRequest, SignIn, SignUp } from '../types.ts';
import { issueLink, sendLater } from './auth-mail.ts';
import { checkNewPassword } from './passwords.ts';
import { readAddress } from './request-link.ts';
import { issueTokens, openSession } from './sign-in.ts';

export interface SignUpParams extends AddressParams {
  email: string | null;
  password: string | null;
  /** Becomes `user_metadata`. */
  data: Metadata | null;
}

/** A sign-up whose fields are good. */
interface Account {
  email: string;
  encryptedPassword: string;
  metadata: Metadata;
}

/**
 * Adds a user (supabase-protocol 2.4, POST /signup): signed in at once, or after a mail to the
 * address was opened.
 * @throws {AuthError} the refusals listed there
 */
export async function signUp(deps: AuthDeps, params: SignUpParams, request: LinkRequest): Promise<SignUp> {
  const { email: address, phone, password, data } = params;
  if (address === null && phone === null) {
    return { kind: 'signed-in', signIn: await signUpAnonymously(deps, data, request.caller) };
  }
  if (!deps.config.auth.signupEnabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (password === null) throw validationFailed('password: Signup requires a valid password');
  if (address !== null && phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (address === null) {
    return requireAddressMethod(deps).signUp({ ...params, password }, request.caller);
  }
  checkNewPassword(password, deps.config.auth);
  const email = readAddress(address);
  await deps.limits.signUp(request.caller);
  const confirmation = deps.config.auth.emailConfirmation;
  if (confirmation) {
    await deps.limits.mail(request.caller, email);
  } else {
    // Saves the hashing; the unique index decides when two come at once.
    const known = await findUserByEmail(deps.db, email);
    if (known && known.email_confirmed_at !== null) throw userAlreadyExists();
  }
  const account: Account = {
    email,
    encryptedPassword: await deps.passwords.hash(password),
    metadata: splitMetadataChange(data ?? {}).set,
  };
  return confirmation ? announce(deps, account, { password, request }) : signInAtOnce(deps, account, request);
}

async function signInAtOnce(deps: AuthDeps, account: Account, { caller }: LinkRequest): Promise<SignUp> {
  const { user, opened } = await withRowLocks(deps.db, async (tx) => {
    const userId =
      (await claimUnconfirmedUser(tx, account.email, account)) ??
      (await insertEmailUser(tx, { ...account, confirmed: true }));
    const opened = await openSession(tx, userId, 'password', caller);
    const user = await findUserById(tx, userId);
    if (!user) throw new Error('the new user cannot be read');
    return { user, opened };
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_email_key') ? userAlreadyExists() : error;
  });
  return {
    kind: 'signed-in',
    signIn: { user, tokens: await issueTokens(deps, { user, caller, ...opened }) },
  };
}

/**
 * Mails a confirmation. An account that waits for one already keeps its data, and its password only
 * if it was given again, because its first claimant may not own the address. A confirmed account
 * gets no mail.
 */
async function announce(
  deps: AuthDeps,
  account: Account,
  { password, request }: { password: string; request: LinkRequest },
  isSecondTry = false,
): Promise<SignUp> {
  const { email } = account;
  const before = await findUserByEmail(deps.db, email);
  const waiting = before?.email_confirmed_at === null ? before : null;
  // The work is the same whether there is a password to compare or not.
  const samePassword = await deps.passwords.verify(password, waiting?.encrypted_password ?? null);
  const outcome = await withRowLocks(deps.db, async (tx) => {
    const known = await findUserByEmail(tx, email);
    // Its password was not compared yet, and may be the one that was given here.
    if (known && known.id !== before?.id && !isSecondTry) return 'overtaken' as const;
    const userId = known?.id ?? (await insertEmailUser(tx, { ...account, confirmed: false }));
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    if (!user || user.email_confirmed_at !== null) return null;
    const mail = await issueLink(tx, deps, {
      kind: 'confirmation',
      purpose: 'confirmation',
      user,
      address: email,
      request,
      dropsPassword: known !== null && !samePassword,
    });
    return { mail, userId };
  }).catch((error: unknown) => {
    if (!isSecondTry && violatesUnique(error, 'users_email_key')) return 'overtaken' as const;
    throw error;
  });
  // The faster sign-up may be another person's: its password must not stay because of the race.
  if (outcome === 'overtaken') return announce(deps, account, { password, request }, true);
  if (outcome) sendLater(deps, outcome.mail);
  return { kind: 'confirmation-sent', user: decoyUser(deps, account, outcome?.userId ?? null) };
}

/**
 * Adds a user without an address (supabase-protocol 2.4, POST /signup). Adding one later makes a
 * full user of them; until then nothing but their session leads to the account.
 * @throws {AuthError} 422 anonymous_provider_disabled, 422 signup_disabled, 429
 */
export async function signUpAnonymously(
  deps: AuthDeps,
  data: Metadata | null,
  caller: Caller,
): Promise<SignIn> {
  if (!deps.config.auth.anonymousUsersEnabled || !deps.hooks.anonymousUsersEnabled()) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!deps.config.auth.signupEnabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await deps.limits.signUp(caller);
  const { user, opened } = await withRowLocks(deps.db, async (tx) => {
    const userId = await insertAnonymousUser(tx, splitMetadataChange(data ?? {}).set);
    const opened = await openSession(tx, userId, 'anonymous', caller);
    const user = await findUserById(tx, userId);
    if (!user) throw new Error('the new user cannot be read');
    return { user, opened };
  });
  return { user, tokens: await issueTokens(deps, { user, caller, ...opened }) };
}

/** The data that a sign-up claimed. */
export type ClaimedAccount = { metadata: Metadata } & ({ email: string } | { phone: string });

/**
 * The user in the response to a sign-up while its address waits for confirmation. It is built from
 * the request alone, so that responses do not reveal whether the address is new, waits already, or
 * belongs to a confirmed account. In the last case the user is a decoy: its ids belong to no
 * account.
 * @param waiting id of the account that waits for its confirmation; null where the address belongs
 * to a confirmed one
 */
export function decoyUser(
  { decoyId }: Pick<AuthDeps, 'decoyId'>,
  account: ClaimedAccount,
  waiting: string | null,
): UserRow {
  const now = new Date();
  const time = now.toISOString();
  const [provider, address] =
    'email' in account ? (['email', account.email] as const) : (['phone', account.phone] as const);
  const id = waiting ?? decoyId(`user ${address}`);
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: provider === 'email' ? address : null,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    phone: provider === 'phone' ? address : null,
    phone_confirmed_at: null,
    new_phone: null,
    phone_change_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: account.metadata,
    is_anonymous: false,
    is_sso_user: false,
    banned_until: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
    identities: [
      {
        id: decoyId(`identity ${address}`),
        provider_id: id,
        user_id: id,
        identity_data: { sub: id, [provider]: address, email_verified: false, phone_verified: false },
        provider,
        email: provider === 'email' ? address : null,
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
      },
    ],
    factors: [],
  };
}
