import type { Queryable } from '../../../db/database.ts';
import { isUuid } from '../../../util/uuid.ts';
import { findUserById, lockUser, type UserRow } from '../../data/users.ts';
import { AuthError } from '../../errors.ts';

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
