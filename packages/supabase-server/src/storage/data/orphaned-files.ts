import type { Queryable } from '../../db/database.ts';

/**
 * Seconds after which an upload that never became a row counts as crashed; requests are cut off
 * long before.
 */
const UPLOAD_SECONDS = 3600;

/** Names a file before its first byte is written. */
export async function announceFile(db: Queryable, version: string): Promise<void> {
  await db.execute(`insert into storage.unowned_files (version, reason) values ($1, 'uploading')`, [version]);
}

/**
 * Marks a file for removal unless a row has come to own it: safe to call when it is not known
 * whether a COMMIT arrived.
 */
export async function discardFile(db: Queryable, version: string): Promise<void> {
  await db.execute(`update storage.unowned_files set reason = 'discarded' where version = $1`, [version]);
}

/**
 * Files that may be removed now. They stay locked until the transaction ends; other processes take
 * others.
 */
export async function takeRemovable(tx: Queryable, limit: number): Promise<string[]> {
  const rows = await tx.query<{ version: string }>(
    `select version from storage.unowned_files
     where reason = 'discarded' or since < now() - make_interval(secs => $1)
     order by since limit $2 for update skip locked`,
    [UPLOAD_SECONDS, limit],
  );
  return rows.map((row) => row.version);
}

export async function forgetFiles(tx: Queryable, versions: readonly string[]): Promise<void> {
  await tx.execute('delete from storage.unowned_files where version = any($1)', [versions]);
}
