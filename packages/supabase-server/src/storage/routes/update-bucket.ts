import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';
import { readInput } from '../http/read-input.ts';
import { bucketSettingsSchema, readFileSizeLimit, requireMimePatterns } from './bucket-input.ts';

/** PUT /bucket/{id}: fields that the body leaves out stay. */
export function updateBucketRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, deps.authenticator, 'storage.bucket.update');
    const body = await readInput(c, bucketSettingsSchema, deps.config.limits.bodyBytes);
    requireMimePatterns(body.allowed_mime_types);
    const limit = readFileSizeLimit(deps, body.file_size_limit);
    const changed = await deps.db.requestTransaction(scope, (tx) =>
      tx.execute(
        `update storage.buckets set public = coalesce($2, public),
           file_size_limit = case when $3 then $4 else file_size_limit end,
           allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
         where id = $1`,
        [
          c.req.param('id'),
          body.public ?? null,
          limit !== undefined,
          limit ?? null,
          body.allowed_mime_types !== undefined,
          body.allowed_mime_types ?? null,
        ],
      ),
    );
    if (changed === 0) throw storageErrors.noBucket();
    return c.json({ message: 'Successfully updated' });
  };
}
