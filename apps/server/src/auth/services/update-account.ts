import type { SignedInUser } from '../caller.ts';
import { deleteSessionsOf, findSession } from '../data/sessions.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import {
  findUserByEmail,
  findUserById,
  lockUser,
  type UserChanges,
  type UserRow,
  updateUserAccount,
} from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, sessionNotFound, validationFailed } from '../errors.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import { isTooLong } from '../rules/password-policy.ts';
import {
  isMetadataTooLarge,
  type Metadata,
  metadataTooLarge,
  splitMetadataChange,
} from '../rules/user-metadata.ts';
import { checkNewPassword } from './new-password.ts';

export interface AccountParams {
  email: string | null;
  phone: string | null;
  password: string | null;
  /** When given it must be right, though it is not asked for. */
  currentPassword: string | null;
  /** Merged into `user_metadata` at the top level; a null value removes its key. */
  data: Metadata | null;
  /** Whether the request tries to write `app_metadata`, which is for administrators. */
  changesAppMetadata: boolean;
}

/**
 * Changes a user's own account (wire facts A4, PUT /user). A new address counts at once, as no mail can be sent to confirm it. A
 * new password ends all other sessions.
 * @returns the user as they are now
 * @throws {AuthError} the refusals listed there
 */
export async function updateAccount(
  deps: AuthDeps,
  caller: SignedInUser,
  params: AccountParams,
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
  if (params.phone !== null && params.phone !== user.phone) {
    throw new AuthError(400, 'phone_provider_disabled', 'Phone numbers cannot be changed: phone is disabled');
  }
  const changes: UserChanges = {
    email: await newEmail(deps, user, params.email),
    encryptedPassword: await newPassword(deps, user, params),
    metadata: splitMetadataChange(params.data ?? {}),
  };

  return withRowLocks(deps.db, async (tx) => {
    if (!(await lockUser(tx, user.id))) {
      throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    }
    // Another session may have changed the password, and thereby ended this one, while this call was hashing.
    if (session && !(await findSession(tx, session.id))) throw sessionNotFound();
    await updateUserAccount(tx, user.id, changes);
    if (changes.encryptedPassword !== null) await deleteSessionsOf(tx, user.id, session?.id ?? null);
    const updated = await findUserById(tx, user.id);
    if (!updated) throw new Error('the locked user is gone');
    if (params.data !== null && isMetadataTooLarge(updated.raw_user_meta_data)) {
      throw validationFailed(`data: together with what is there it ${metadataTooLarge()}`);
    }
    return updated;
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_email_key') ? emailExists() : error;
  });
}

/** @returns the address to store, or null when it stays as it is. */
async function newEmail(deps: AuthDeps, user: UserRow, input: string | null): Promise<string | null> {
  if (input === null) return null;
  const email = normalizeEmail(input);
  if (email === null) throw validationFailed('email: Unable to validate email address: invalid format');
  if (email === user.email) return null;
  if (await findUserByEmail(deps.db, email)) throw emailExists();
  return email;
}

/** @returns the hash to store, or null when the password stays as it is. */
async function newPassword(
  { passwords, config }: AuthDeps,
  user: UserRow,
  { password, currentPassword }: AccountParams,
): Promise<string | null> {
  if (password === null) return null;
  checkNewPassword(password, config.auth);
  const stored = user.encrypted_password;
  if (currentPassword !== null) {
    if (isTooLong(currentPassword) || !(await passwords.verify(currentPassword, stored))) {
      throw new AuthError(400, 'current_password_invalid', 'The current password is not right');
    }
  }
  if (stored !== null && (await passwords.verify(password, stored))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return passwords.hash(password);
}

function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
