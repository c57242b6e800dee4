import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { findObject, readAs } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { FileMissingError } from '../files/file-store.ts';
import { readCaller } from '../http/caller.ts';
import { readInput } from '../http/read-input.ts';
import { requireQuota } from '../services/quota.ts';
import {
  newObject,
  requireFits,
  requireWriteRight,
  withDiskRoom,
  withNewFile,
  write,
} from '../services/store-object.ts';
import { transferPaths, transferSchema } from './transfer-input.ts';

/** POST /object/copy: needs the right to read the one name and to add the other; `x-upsert: true` overwrites. */
export function copyObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const caller = await readCaller(c, deps.authenticator);
    const { from, to } = transferPaths(await readInput(c, transferSchema, deps.config.limits.bodyBytes));
    const upsert = c.req.header('x-upsert') === 'true';
    await findBucketRules(deps.db, from.bucket);
    const rules = await findBucketRules(deps.db, to.bucket);
    const source = await findObject(readAs(deps.db, caller.scope), from.bucket, from.key);
    if (!source.metadata) throw storageErrors.noObject();
    const { size } = source.metadata;
    await requireFits(deps, source, source.metadata, rules);
    const copy = {
      ...newObject(to.bucket, to.key, caller.owner),
      metadata: { ...source.metadata, lastModified: new Date().toISOString() },
      userMetadata: source.user_metadata,
    };
    const id = await withNewFile(deps, copy.version, async () => {
      await requireWriteRight(deps, copy, caller, upsert);
      await requireQuota(deps, deps.db, caller, upsert ? { files: 0, bytes: 0 } : { files: 1, bytes: size });
      try {
        await withDiskRoom(deps, size, () => deps.store.copy(source.version, copy.version));
      } catch (error) {
        // Removed or replaced since it was looked up.
        throw error instanceof FileMissingError ? storageErrors.noObject() : error;
      }
      return write(deps, copy, caller, upsert);
    });
    return c.json({
      Id: id,
      Key: `${to.bucket}/${to.key}`,
      name: to.key,
      bucket_id: to.bucket,
      id,
      version: copy.version,
      metadata: copy.metadata,
    });
  };
}
