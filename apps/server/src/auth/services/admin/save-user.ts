import { type AdminChanges, applyAdminChanges } from '../../data/admin-users.ts';
import { deleteTokensOf } from '../../data/one-time-tokens.ts';
import { deleteSessionsOf } from '../../data/sessions.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { setEmail } from '../../data/user-addresses.ts';
import { insertEmailUser, type UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, validationFailed } from '../../errors.ts';
import {
  isMetadataTooLarge,
  type Metadata,
  metadataTooLarge,
  splitMetadataChange,
} from '../../rules/user-metadata.ts';
import { checkNewPassword } from '../new-password.ts';
import { readAddress } from '../request-link.ts';
import { lockUserById, requireUserById } from './find-user.ts';

/** What an administrator may set of a user; null: as it is. */
export interface AdminUserParams {
  email: string | null;
  password: string | null;
  /** A hash that this server can check, in place of a password. */
  passwordHash: string | null;
  confirmEmail: boolean;
  userMetadata: Metadata | null;
  appMetadata: Metadata | null;
  /** Seconds; 0 lifts a ban. */
  banSeconds: number | null;
  role: string | null;
}

/**
 * Adds a user (wire facts A4, POST /admin/users). No mail is sent.
 * @throws {AuthError} 400 validation_failed, 422 email_exists, 422 weak_password
 */
export async function createUser(
  deps: AuthDeps,
  params: AdminUserParams & { id: string | null },
): Promise<UserRow> {
  if (params.email === null) {
    throw validationFailed('Cannot create a user without either an email or phone');
  }
  const email = readAddress(params.email);
  const changes = await toChanges(deps, params);
  return withRowLocks(deps.db, async (tx) => {
    const id = await insertEmailUser(tx, {
      email,
      encryptedPassword: null,
      metadata: {},
      confirmed: false,
      id: params.id,
    });
    await applyAdminChanges(tx, id, changes);
    return checkSize(await requireUserById(tx, id));
  }).catch((error: unknown) => {
    if (violatesUnique(error, 'users_pkey')) throw validationFailed('id: a user with this id exists');
    throw violatesUnique(error, 'users_email_key') ? emailExists() : error;
  });
}

/**
 * Changes a user (wire facts A4, PUT /admin/users/{id}). A new address counts at once; a new password ends all sessions.
 * @throws {AuthError} as above, 404 user_not_found
 */
export async function updateUser(deps: AuthDeps, id: string, params: AdminUserParams): Promise<UserRow> {
  const email = params.email === null ? null : readAddress(params.email);
  const changes = await toChanges(deps, params);
  return withRowLocks(deps.db, async (tx) => {
    const user = await lockUserById(tx, id);
    if (email !== null && email !== user.email) {
      await setEmail(tx, id, email, params.confirmEmail);
      await deleteTokensOf(tx, id);
    }
    await applyAdminChanges(tx, id, changes);
    if (changes.encryptedPassword !== null) {
      await deleteSessionsOf(tx, id, null);
      await deleteTokensOf(tx, id);
    }
    return checkSize(await requireUserById(tx, id));
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_email_key') ? emailExists() : error;
  });
}

async function toChanges(deps: AuthDeps, params: AdminUserParams): Promise<AdminChanges> {
  const { password, passwordHash } = params;
  if (password !== null && passwordHash !== null) {
    throw validationFailed('Only a password or a password hash should be provided');
  }
  if (password !== null) checkNewPassword(password, deps.config.auth);
  return {
    encryptedPassword: password === null ? passwordHash : await deps.passwords.hash(password),
    role: params.role,
    confirmEmail: params.confirmEmail,
    banSeconds: params.banSeconds,
    userMetadata: splitMetadataChange(params.userMetadata ?? {}),
    appMetadata: splitMetadataChange(params.appMetadata ?? {}),
  };
}

function checkSize(user: UserRow): UserRow {
  if (isMetadataTooLarge({ ...user.raw_user_meta_data, app: user.raw_app_meta_data })) {
    throw validationFailed(`user_metadata and app_metadata: together it ${metadataTooLarge()}`);
  }
  return user;
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}
