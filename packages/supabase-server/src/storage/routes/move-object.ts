import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { findObject, readAs } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';
import { readInput } from '../http/read-input.ts';
import { requireFits } from '../services/store-object.ts';
import { transferPaths, transferSchema } from './transfer-input.ts';

/**
 * POST /object/move: another name for the row; its file stays where it is. Needs the right to read
 * and to change it.
 */
export function moveObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, deps.authenticator, 'storage.object.move');
    const { from, to } = transferPaths(await readInput(c, transferSchema, deps.config.limits.bodyBytes));
    await findBucketRules(deps.db, from.bucket);
    const rules = await findBucketRules(deps.db, to.bucket);
    const source = await findObject(readAs(deps.db, scope), from.bucket, from.key);
    const { id, metadata } = source;
    if (metadata && from.bucket !== to.bucket) await requireFits(deps, source, metadata, rules);
    const moved = await deps.db.requestTransaction(scope, (tx) =>
      tx.execute('update storage.objects set bucket_id = $2, name = $3 where id = $1', [
        id,
        to.bucket,
        to.key,
      ]),
    );
    // Seen, but not to be changed by this caller.
    if (moved === 0) throw storageErrors.accessDenied();
    return c.json({ message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.key}` });
  };
}
