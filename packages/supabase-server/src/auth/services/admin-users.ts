import type { Queryable } from '../../db/database.ts';
import { deleteOrphanedMessages } from '../../mail/delete-orphaned-messages.ts';
import { isUuid } from '../../util/uuid.ts';
import { type AdminChanges, applyAdminChanges, deleteUser, hideUser } from '../data/admin-users.ts';
import { deleteFactor, dropNeedlessRecoveryCodes, type FactorSummary } from '../data/factors.ts';
import { deleteTokensOf } from '../data/one-time-tokens.ts';
import { deleteSessionsOf, lowerSessions } from '../data/sessions.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { setEmail } from '../data/user-addresses.ts';
import { findUserById, insertEmailUser, insertPhoneUser, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { addressTaken, requireAddressMethod } from '../method.ts';
import {
  isMetadataTooLarge,
  type Metadata,
  metadataTooLarge,
  splitMetadataChange,
} from '../rules/user-metadata.ts';
import { checkNewPassword } from './passwords.ts';
import { readAddress } from './request-link.ts';
import { recordEvent } from './security-events.ts';

/** @throws {AuthError} 404 user_not_found, 404 validation_failed when the id is no UUID */
export async function requireUserById(db: Queryable, id: string): Promise<UserRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await findUserById(db, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  return user;
}

/** Works like {@link requireUserById}, and locks the row until the transaction ends. */
export async function lockUserById(tx: Queryable, id: string): Promise<UserRow> {
  if (isUuid(id)) await lockUser(tx, id);
  return requireUserById(tx, id);
}

/** The fields of a user that an administrator may set; null: unchanged. */
export interface AdminUserParams {
  email: string | null;
  phone: string | null;
  password: string | null;
  /** A hash that this server can check, in place of a password. */
  passwordHash: string | null;
  confirmEmail: boolean;
  confirmPhone: boolean;
  userMetadata: Metadata | null;
  appMetadata: Metadata | null;
  /** Seconds; 0 lifts a ban. */
  banSeconds: number | null;
  role: string | null;
}

/**
 * Adds a user (supabase-protocol 2.12, POST /admin/users), without sending a mail or message.
 * @throws {AuthError} 400 validation_failed, 422 email_exists, 422 phone_exists, 422 weak_password
 */
export async function createUser(
  deps: AuthDeps,
  params: AdminUserParams & { id: string | null },
): Promise<UserRow> {
  if (params.email === null && params.phone === null) {
    throw validationFailed('Cannot create a user without either an email or phone');
  }
  const email = params.email === null ? null : readAddress(params.email);
  const phone = params.phone === null ? null : requireAddressMethod(deps).read(params.phone);
  const changes = await toChanges(deps, params);
  return withRowLocks(deps.db, async (tx) => {
    const id = await insertUser(tx, deps, { email, phone, id: params.id });
    await applyAdminChanges(tx, id, changes);
    return checkSize(await requireUserById(tx, id));
  }).catch((error: unknown) => {
    if (violatesUnique(error, 'users_pkey')) throw validationFailed('id: a user with this id exists');
    throw addressTaken(deps, error) ?? error;
  });
}

async function insertUser(
  tx: Queryable,
  deps: AuthDeps,
  { email, phone, id }: { email: string | null; phone: string | null; id: string | null },
): Promise<string> {
  const account = { encryptedPassword: null, metadata: {}, confirmed: false, id };
  if (email === null) return insertPhoneUser(tx, { ...account, phone: phone ?? '' });
  const userId = await insertEmailUser(tx, { ...account, email });
  if (phone !== null) await requireAddressMethod(deps).set(tx, userId, phone);
  return userId;
}

/**
 * Changes a user (supabase-protocol 2.12, PUT /admin/users/{id}). A new address counts at once, a
 * new number when it is confirmed; a new password ends all sessions.
 * @throws {AuthError} as above, 404 user_not_found
 */
export async function updateUser(deps: AuthDeps, id: string, params: AdminUserParams): Promise<UserRow> {
  const email = params.email === null ? null : readAddress(params.email);
  const phone = params.phone === null ? null : requireAddressMethod(deps).read(params.phone);
  const changes = await toChanges(deps, params);
  const updated = await withRowLocks(deps.db, async (tx) => {
    const user = await lockUserById(tx, id);
    if (email !== null && email !== user.email) {
      await setEmail(tx, id, email, params.confirmEmail);
      await deleteTokensOf(tx, id);
    }
    if (phone !== null && phone !== user.phone) {
      await requireAddressMethod(deps).set(tx, id, phone);
      await deleteTokensOf(tx, id);
    }
    await applyAdminChanges(tx, id, changes);
    if (changes.encryptedPassword !== null) {
      await deleteSessionsOf(tx, id, null);
      await deleteTokensOf(tx, id);
    }
    return checkSize(await requireUserById(tx, id));
  }).catch((error: unknown) => {
    throw addressTaken(deps, error) ?? error;
  });
  const record = (event: 'password_changed' | 'email_changed' | 'phone_changed') =>
    recordEvent(deps, null, { event, userId: updated.id, reason: 'by_secret_key' });
  if (changes.encryptedPassword !== null) record('password_changed');
  if (email !== null) record('email_changed');
  if (phone !== null) record('phone_changed');
  return updated;
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
    confirmPhone: params.confirmPhone,
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

/** The reason in the log when a holder of the secret key, not the user, removed the account. */
const BY_KEY = 'by_secret_key';

/**
 * Removes a user with all they have, or only empties their account (supabase-protocol 2.12, DELETE
 * /admin/users/{id}).
 * @throws {AuthError} 404 user_not_found
 */
export async function removeUser(deps: AuthDeps, id: string, { soft }: { soft: boolean }): Promise<void> {
  await withRowLocks(deps.db, async (tx) => {
    await lockUserById(tx, id);
    if (soft) await hideUser(tx, id);
    else await deleteUser(tx, id);
  });
  await deleteOrphanedMessages(deps);
  recordEvent(deps, null, { event: 'account_deleted', reason: BY_KEY });
}

/**
 * Removes a factor of a user who has lost it.
 * @throws {AuthError} 404 user_not_found, mfa_factor_not_found
 */
export async function removeFactor(deps: AuthDeps, userId: string, factorId: string): Promise<FactorSummary> {
  const removed = await withRowLocks(deps.db, async (tx) => {
    const user = await lockUserById(tx, userId);
    const factor = user.factors.find(({ id }) => id === factorId.toLowerCase());
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
    await deleteFactor(tx, factor.id);
    if (factor.status === 'verified') {
      await lowerSessions(tx, userId);
      await dropNeedlessRecoveryCodes(tx, userId);
    }
    return factor;
  });
  recordEvent(deps, null, { event: 'factor_removed', userId, reason: BY_KEY });
  return removed;
}
