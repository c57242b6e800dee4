import type { Context } from 'hono';
import { sqlState } from '../../db/database.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucket } from '../data/buckets.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';

/** Rows of one statement, so that none runs into the statement timeout. */
const BATCH = 1000;

/** DELETE /bucket/{id}: an empty one only. */
export function deleteBucketRoute({ db, authenticator }: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, authenticator, 'storage.bucket.delete');
    const removed = await db
      .requestTransaction(scope, (tx) =>
        tx.execute('delete from storage.buckets where id = $1', [c.req.param('id')]),
      )
      .catch((error: unknown) => {
        throw sqlState(error) === '23503' ? storageErrors.notEmpty() : error;
      });
    if (removed === 0) throw storageErrors.noBucket();
    return c.json({ message: 'Successfully deleted' });
  };
}

/**
 * POST /bucket/{id}/empty: removes every object that the caller may remove; their files go right
 * after.
 */
export function emptyBucketRoute({ db, authenticator, orphanedFileCleanup }: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, authenticator, 'storage.bucket.empty');
    const { id } = await db.requestTransaction({ ...scope, readOnly: true }, (tx) =>
      findBucket(tx, c.req.param('id') as string),
    );
    const batch = `delete from storage.objects where bucket_id = $1 and id in
      (select id from storage.objects where bucket_id = $1 limit ${BATCH})`;
    let removed: number;
    do {
      removed = await db.requestTransaction(scope, (tx) => tx.execute(batch, [id]));
    } while (removed === BATCH);
    orphanedFileCleanup.wake();
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
  };
}
