import type { Queryable } from '../../db/database.ts';
import type { Caller, SignedInUser } from '../caller.ts';
import { deleteTokensOf } from '../data/one-time-tokens.ts';
import { setPhone } from '../data/phone-users.ts';
import { deleteSessionsOf, findSession } from '../data/sessions.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
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
import { AuthError, phoneExists, sessionNotFound, validationFailed } from '../errors.ts';
import { hasVerifiedFactor } from '../rules/assurance.ts';
import {
  isMetadataTooLarge,
  type Metadata,
  metadataTooLarge,
  splitMetadataChange,
} from '../rules/user-metadata.ts';
import type { TokenPurpose } from '../rules/verification-types.ts';
import { type IssuedLink, type LinkRequest, sendLater } from './auth-mail.ts';
import { readChannel } from './auth-sms.ts';
import { beginEmailChange } from './email-change.ts';
import { checkNewPassword } from './passwords/new-password.ts';
import { readNewPhone, requestPhoneChange } from './phone-change.ts';
import { requireRecentAuthentication } from './recent-authentication.ts';
import { readAddress } from './request-link.ts';
import { recordEvent } from './security-events.ts';

/**
 * The codes that a new password makes void when it comes together with a new number: all but that
 * number's own.
 */
const ALL_BUT_PHONE_CHANGE: readonly TokenPurpose[] = [
  'confirmation',
  'recovery',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'sms',
];

export interface AccountParams {
  email: string | null;
  phone: string | null;
  password: string | null;
  /** Proves that the user is there; when given it must be right. */
  currentPassword: string | null;
  /** A code from `reauthenticate`, which proves the same. */
  nonce: string | null;
  /** The channel of a message to the phone; null: SMS. */
  channel: string | null;
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
  if (user.is_sso_user && (params.email !== null || params.phone !== null || params.password !== null)) {
    throw new AuthError(
      422,
      'user_sso_managed',
      'The email, phone and password of a single sign-on user cannot be changed here',
    );
  }
  if (
    (params.email !== null || params.phone !== null || params.password !== null) &&
    hasVerifiedFactor(user.factors) &&
    session?.aal !== 'aal2'
  ) {
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
  const channel = readChannel(params.channel);
  const phone = await readNewPhone(deps, user, params.phone, request.caller);
  const changes: UserChanges = {
    encryptedPassword: await newPassword(deps, caller, params.password),
    metadata: splitMetadataChange(params.data ?? {}),
  };
  // After everything else that can be wrong, since a code works once.
  if (email !== null || phone !== null || params.password !== null) {
    await requireRecentAuthentication(
      deps,
      caller,
      { ...params, isPassword: params.password !== null },
      request.caller,
    );
  }

  const phoneWaits = phone !== null && deps.config.auth.phone.confirmation;
  // First, so that when no message can be sent nothing else has changed either.
  if (phoneWaits) await requestPhoneChange(deps, user.id, phone, channel);

  const { updated, mails } = await withRowLocks(deps.db, async (tx) => {
    if (!(await lockUser(tx, user.id))) {
      throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    }
    // During the hashing, another session may have changed the password, which ended this session.
    if (session && !(await findSession(tx, session.id))) throw sessionNotFound();
    await updateUserAccount(tx, user.id, changes);
    if (changes.encryptedPassword !== null) {
      await deleteSessionsOf(tx, user.id, session?.id ?? null);
      await deleteTokensOf(tx, user.id, phoneWaits ? ALL_BUT_PHONE_CHANGE : null);
    }
    if (phone !== null && !phoneWaits) {
      await setPhone(tx, user.id, phone, 'accepted');
      await deleteTokensOf(tx, user.id);
    }
    const mails = email === null ? [] : await changeEmail(tx, deps, user.id, email, request);
    const updated = await findUserById(tx, user.id);
    if (!updated) throw new Error('the locked user is gone');
    if (params.data !== null && isMetadataTooLarge(updated.raw_user_meta_data)) {
      throw validationFailed(`data: together with what is there it ${metadataTooLarge()}`);
    }
    return { updated, mails };
  }).catch((error: unknown) => {
    if (violatesUnique(error, 'users_phone_key')) throw phoneExists();
    throw violatesUnique(error, 'users_email_key') ? emailExists() : error;
  });
  const record = (event: 'password_changed' | 'email_changed' | 'phone_changed') =>
    recordEvent(deps, request.caller.ip, { event, userId: user.id });
  if (changes.encryptedPassword !== null) record('password_changed');
  // A change that awaits confirmation is recorded when it is confirmed.
  if (email !== null && !deps.config.auth.emailConfirmation) record('email_changed');
  if (phone !== null && !phoneWaits) record('phone_changed');
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

function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
