import type { Queryable } from '../../../db/database.ts';
import { updateProviders } from '../../data/user-addresses.ts';
import { findUserByEmail, findUserById, lockUser, type UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { isBanned } from '../../rules/access.ts';
import { findMetadataProblem, type Metadata } from '../../rules/user-metadata.ts';
import { type IssuedLink, issueLink } from '../../services/auth-mail.ts';
import type { LinkRequest } from '../../types.ts';
import {
  adoptEmail,
  confirmByProvider,
  emptyAccount,
  endAnonymity,
  findIdentityOwner,
  followSsoEmail,
  insertExternalUser,
  insertIdentity,
  recordExternalSignIn,
  refreshIdentity,
  releaseAddress,
  type StoredIdentity,
} from './data.ts';
import type { ExternalIdentity } from './providers/identity-provider.ts';
import { hasOtherOwner, hasVerifiedAddress } from './verified-address.ts';

export type ResolvedAccount =
  | { kind: 'ready'; userId: string }
  /** The account exists, and the reader of the mail may enter it. */
  | { kind: 'unconfirmed'; mail: IssuedLink };

/**
 * Finds, joins or makes the account that an identity leads to (supabase-protocol 2.9, /callback).
 * An address joins an identity to an account only if both sides have proved it; see
 * {@link holderOf}.
 * @throws {AuthError} 422 signup_disabled, 403 user_banned, 422 provider_email_needs_verification
 */
export async function resolveAccount(
  tx: Queryable,
  deps: AuthDeps,
  identity: ExternalIdentity,
  request: LinkRequest,
): Promise<ResolvedAccount> {
  const stored = toStored(identity);
  const owner = await findIdentityOwner(tx, stored);
  let userId: string;
  if (owner !== null) {
    userId = (await lockedUser(tx, owner)).id;
    await refreshIdentity(tx, stored);
    if (identity.ssoProviderId !== undefined && identity.email !== null) {
      await followSsoEmail(tx, userId, identity.email);
    }
  } else {
    userId = (await holderOf(tx, identity)) ?? (await addUser(tx, deps, identity));
    await insertIdentity(tx, userId, stored);
  }
  const user = await lockedUser(tx, userId);
  if (identity.emailVerified && user.email !== null && user.email === identity.email) {
    await confirmByProvider(tx, userId);
  }
  await updateProviders(tx, userId);
  await recordExternalSignIn(tx, userId, stored.data);
  return admit(tx, deps, userId, identity, request);
}

/**
 * Joins an identity to the account of a signed-in user, who may be anonymous until then
 * (supabase-protocol 2.9, /user/identities/authorize).
 * @throws {AuthError} 422 identity_already_exists, 403 user_banned, user_not_found
 */
export async function linkToUser(
  tx: Queryable,
  userId: string,
  identity: ExternalIdentity,
): Promise<ResolvedAccount> {
  const user = await lockedUser(tx, userId);
  if (user.is_sso_user || identity.ssoProviderId !== undefined) {
    throw new AuthError(422, 'user_sso_managed', 'Single sign-on users cannot have other identities');
  }
  const stored = toStored(identity);
  const owner = await findIdentityOwner(tx, stored);
  if (owner !== null) {
    const whose = owner === userId ? '' : ' to another user';
    throw new AuthError(422, 'identity_already_exists', `Identity is already linked${whose}`);
  }
  await insertIdentity(tx, userId, stored);
  // Another user's address stays theirs; this account then has none.
  if (user.email === null && identity.email !== null && identity.emailVerified) {
    if (!(await findUserByEmail(tx, identity.email))) {
      await adoptEmail(tx, userId, { email: identity.email, confirmed: true });
    }
  }
  if (user.is_anonymous) await endAnonymity(tx, userId);
  await updateProviders(tx, userId);
  return { kind: 'ready', userId };
}

/**
 * The account to which a verified address joins an identity. An account with an unproved address
 * may have been prepared as a trap for the owner: it is emptied first. If it has another owner, it
 * loses the address only.
 */
async function holderOf(tx: Queryable, identity: ExternalIdentity): Promise<string | null> {
  if (identity.ssoProviderId !== undefined || identity.email === null || !identity.emailVerified) return null;
  const found = await findUserByEmail(tx, identity.email);
  if (!found) return null;
  const holder = await lockedUser(tx, found.id);
  if (hasVerifiedAddress(holder)) return holder.id;
  if (hasOtherOwner(holder)) {
    await releaseAddress(tx, holder.id);
    await updateProviders(tx, holder.id);
    return null;
  }
  await emptyAccount(tx, holder.id);
  return holder.id;
}

async function addUser(tx: Queryable, deps: AuthDeps, identity: ExternalIdentity): Promise<string> {
  if (!deps.config.auth.signupEnabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const sso = identity.ssoProviderId !== undefined;
  const proved = identity.emailVerified || sso;
  // Without proof, a taken address stays with its user.
  const taken =
    !sso && !proved && identity.email !== null && (await findUserByEmail(tx, identity.email)) !== null;
  return insertExternalUser(tx, {
    email: taken ? null : identity.email,
    confirmed: proved || !deps.config.auth.emailConfirmation,
    sso,
    metadata: {},
  });
}

/** Signs the user in, or asks them to confirm an address that their provider has not verified. */
async function admit(
  tx: Queryable,
  deps: AuthDeps,
  userId: string,
  identity: ExternalIdentity,
  request: LinkRequest,
): Promise<ResolvedAccount> {
  const user = await lockedUser(tx, userId);
  if (user.email_confirmed_at !== null || user.phone_confirmed_at !== null) return { kind: 'ready', userId };
  // Without an address there is nothing to confirm; the account is as good as its provider's.
  if (user.email === null && (identity.email === null || !deps.config.auth.emailConfirmation)) {
    return { kind: 'ready', userId };
  }
  if (user.email === null) throw needsVerification(identity.provider, false);
  const mail = await issueLink(tx, deps, {
    kind: 'confirmation',
    purpose: 'confirmation',
    user,
    address: user.email,
    request,
  });
  return { kind: 'unconfirmed', mail };
}

export function needsVerification(provider: string, mailed: boolean): AuthError {
  return new AuthError(
    422,
    'provider_email_needs_verification',
    mailed
      ? `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
      : `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  );
}

/** @throws {AuthError} 403 user_not_found, user_banned */
async function lockedUser(tx: Queryable, id: string): Promise<UserRow> {
  await lockUser(tx, id);
  const user = await findUserById(tx, id);
  if (!user) throw new AuthError(403, 'user_not_found', 'The user of this identity does not exist');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  return user;
}

/** Converts the service's data into a form that the database and a token can carry. */
function toStored({ provider, subject, email, emailVerified, metadata }: ExternalIdentity): StoredIdentity {
  const fields = Object.entries(metadata).filter(
    ([key, value]) => findMetadataProblem({ [key]: value }) === null,
  );
  const kept = Object.fromEntries(fields);
  const data: Metadata = {
    // All together may still be too much.
    ...(findMetadataProblem(kept) === null ? kept : {}),
    sub: subject,
    provider_id: subject,
    ...(email === null ? {} : { email }),
    email_verified: emailVerified,
    phone_verified: false,
  };
  return { provider, subject, data };
}
