import type { Queryable } from '../../db/database.ts';
import type { SecurityEvent } from '../../security/security-events.ts';
import { deleteTokensOf } from '../data/one-time-tokens.ts';
import { deleteSessionsOf, findSession } from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { setEmail } from '../data/user-addresses.ts';
import {
  findUserByEmail,
  findUserById,
  lockUser,
  type UserChanges,
  type UserRow,
  updateUserAccount,
} from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, emailExists, sessionNotFound, validationFailed } from '../errors.ts';
import { type AccountChange, type AddressParams, addressTaken, requireAddressMethod } from '../method.ts';
import { hasVerifiedFactor } from '../rules/access.ts';
import { TOKEN_PURPOSES } from '../rules/one-time-code.ts';
import {
  isMetadataTooLarge,
  type Metadata,
  metadataTooLarge,
  splitMetadataChange,
} from '../rules/user-metadata.ts';
import type { Caller, LinkRequest, SignedInUser } from '../types.ts';
import { beginEmailChange, type IssuedLink, sendLater } from './auth-mail.ts';
import { checkNewPassword } from './passwords.ts';
import { requireRecentAuthentication } from './reauthenticate.ts';
import { readAddress } from './request-link.ts';
import { recordEvent } from './security-events.ts';

export interface AccountParams extends AddressParams {
  email: string | null;
  password: string | null;
  /** Proves that the user is there; when given it must be right. */
  currentPassword: string | null;
  /** A code from `reauthenticate`, which proves the same. */
  nonce: string | null;
  /** Merged into `user_metadata` at the top level; a null value removes its key. */
  data: Metadata | null;
  /** Whether the request tries to write `app_metadata`, which is for administrators. */
  changesAppMetadata: boolean;
}

/**
 * Changes a user's own account (supabase-protocol 2.8, PUT /user). A new address counts when it is
 * confirmed, or at once where addresses need no confirmation. A new password ends all other
 * sessions and voids mailed codes and links.
 * @returns the user as they are now
 * @throws {AuthError} the refusals listed there
 */
export async function updateAccount(
  deps: AuthDeps,
  caller: SignedInUser,
  params: AccountParams,
  request: LinkRequest,
): Promise<UserRow> {
  const { user, session } = caller;
  if (params.changesAppMetadata) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  const credentials = [params.email, params.phone, params.password];
  const changesCredentials = credentials.some((value) => value !== null);
  if (changesCredentials) {
    for (const method of deps.methods) method.beforeAccountChange?.(user);
  }
  if (changesCredentials && hasVerifiedFactor(user.factors) && session?.aal !== 'aal2') {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email, phone or password when MFA is enabled.',
    );
  }
  if (
    params.password !== null &&
    user.is_anonymous &&
    [user.email, user.phone, params.email, params.phone].every((address) => address === null)
  ) {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    );
  }
  const email = await newEmail(deps, user, params.email, request.caller);
  const ofMethods: AccountChange[] = [];
  if (params.phone !== null) requireAddressMethod(deps);
  for (const method of deps.methods) {
    const change = await method.accountChange?.(user, params, request.caller);
    if (change) ofMethods.push(change);
  }
  const changes: UserChanges = {
    encryptedPassword: await newPassword(deps, caller, params.password),
    metadata: splitMetadataChange(params.data ?? {}),
  };
  // After everything else that can be wrong, since a code works once.
  if (email !== null || ofMethods.length > 0 || params.password !== null) {
    await requireRecentAuthentication(
      deps,
      caller,
      { ...params, isPassword: params.password !== null },
      request.caller,
    );
  }

  // First, so that when no message can be sent nothing else has changed either.
  for (const change of ofMethods) await change.begin?.();

  const { updated, mails } = await withRowLocks(deps.db, async (tx) => {
    if (!(await lockUser(tx, user.id))) {
      throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    }
    // During the hashing, another session may have changed the password, which ended this session.
    if (session && !(await findSession(tx, session.id))) throw sessionNotFound();
    await updateUserAccount(tx, user.id, changes);
    if (changes.encryptedPassword !== null) {
      await deleteSessionsOf(tx, user.id, session?.id ?? null);
      const kept = ofMethods.flatMap(({ keeps }) => keeps);
      await deleteTokensOf(
        tx,
        user.id,
        TOKEN_PURPOSES.filter((purpose) => !kept.includes(purpose)),
      );
    }
    for (const change of ofMethods) await change.apply?.(tx);
    const mails = email === null ? [] : await changeEmail(tx, deps, user.id, email, request);
    const updated = await findUserById(tx, user.id);
    if (!updated) throw new Error('the locked user is gone');
    if (params.data !== null && isMetadataTooLarge(updated.raw_user_meta_data)) {
      throw validationFailed(`data: together with what is there it ${metadataTooLarge()}`);
    }
    return { updated, mails };
  }).catch((error: unknown) => {
    throw addressTaken(deps, error) ?? error;
  });
  const record = (event: SecurityEvent['event']) =>
    recordEvent(deps, request.caller.ip, { event, userId: user.id });
  if (changes.encryptedPassword !== null) record('password_changed');
  // A change that awaits confirmation is recorded when it is confirmed.
  if (email !== null && !deps.config.auth.emailConfirmation) record('email_changed');
  for (const { event } of ofMethods) {
    if (event) record(event);
  }
  for (const mail of mails) sendLater(deps, mail);
  return updated;
}

/** @returns the mails to send when the transaction has committed */
async function changeEmail(
  tx: Queryable,
  deps: AuthDeps,
  userId: string,
  email: string,
  request: LinkRequest,
): Promise<IssuedLink[]> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Error('the locked user is gone');
  if (deps.config.auth.emailConfirmation) return beginEmailChange(tx, deps, user, email, request);
  await setEmail(tx, userId, email, false);
  // Codes and links mailed to the old address must stop working.
  await deleteTokensOf(tx, userId);
  return [];
}

/**
 * Whether the address belongs to another account is shown only where addresses count without
 * confirmation, as by a sign-up.
 * @returns the address to store, or null when it stays as it is.
 */
async function newEmail(
  deps: AuthDeps,
  user: UserRow,
  input: string | null,
  caller: Caller,
): Promise<string | null> {
  if (input === null) return null;
  const email = readAddress(input);
  if (email === user.email) return null;
  if (deps.config.auth.emailConfirmation) await deps.limits.mail(caller, email, user.id);
  else if (await findUserByEmail(deps.db, email)) throw emailExists();
  return email;
}

/** @returns the hash to store, or null when the password stays as it is. */
async function newPassword(
  { passwords, config }: AuthDeps,
  { user }: SignedInUser,
  password: string | null,
): Promise<string | null> {
  if (password === null) return null;
  checkNewPassword(password, config.auth);
  const stored = user.encrypted_password;
  if (stored !== null && (await passwords.verify(password, stored))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return passwords.hash(password);
}
