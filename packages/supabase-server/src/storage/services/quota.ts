import type { StorageQuota } from '../../config/storage.ts';
import type { Queryable } from '../../db/database.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import type { StorageCaller } from '../http/caller.ts';

/** The storage in use by one owner and by all owners, in bytes and files. */
interface Usage {
  files: number;
  bytes: number;
  total: number;
}

/**
 * Refuses what exceeds a quota. Called before the bytes are read, with the size that the request
 * announces, and again in the transaction that has written the row: the trigger's row lock makes
 * parallel uploads of one user to one bucket wait for each other, so that the second call is exact.
 * @param more bytes that are still to come; 0 once the row is written
 * @throws {StorageError} QuotaExceeded for the caller's own, InsufficientStorage for the
 * installation's
 */
export async function requireQuota(
  { config: { storage } }: Pick<StorageDeps, 'config'>,
  db: Queryable,
  { scope, owner }: StorageCaller,
  more: { files: number; bytes: number },
): Promise<void> {
  const usage = await findUsage(db, owner.id);
  if (storage.maxTotalBytes !== null && usage.total + more.bytes > storage.maxTotalBytes) {
    throw storageErrors.full('The storage of this installation is full; tell its operator');
  }
  // Objects stored with an API key have no owner.
  if (owner.id === null) return;
  const quota = scope.claims.is_anonymous === true ? storage.guestQuota : storage.userQuota;
  const reached = reachedQuota(quota, { files: usage.files + more.files, bytes: usage.bytes + more.bytes });
  if (reached) throw storageErrors.quota(reached);
}

/** @returns which part of a quota is exceeded, in words; null when none is */
export function reachedQuota(quota: StorageQuota, used: StorageQuota): string | null {
  if (used.files > quota.files) {
    return `Quota reached: ${quota.files} files`;
  }
  if (used.bytes > quota.bytes) {
    return `Quota reached: ${quota.bytes} bytes of files`;
  }
  return null;
}

async function findUsage(db: Queryable, owner: string | null): Promise<Usage> {
  // float8: node-postgres gives bigint as text.
  const [row] = await db.query<Usage>(
    `select files::float8 as files, bytes::float8 as bytes, total_bytes::float8 as total
     from storage.usage_of($1)`,
    [owner ?? ''],
  );
  return row as Usage;
}
