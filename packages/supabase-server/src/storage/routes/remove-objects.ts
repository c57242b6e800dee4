import type { Context } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { OBJECT_COLUMNS, type ObjectRow } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller, type StorageCaller } from '../http/caller.ts';
import { readObjectPath } from '../http/object-path.ts';
import { readInput } from '../http/read-input.ts';
import { isObjectKey } from '../rules/object-key.ts';

const bodySchema = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/**
 * DELETE /object/{bucket}: whole names, in spite of the field's. Unknown and forbidden ones are
 * absent from the answer.
 */
export function removeObjectsRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const caller = await readCaller(c, deps.authenticator, 'storage.object.delete_many');
    const { prefixes } = await readInput(c, bodySchema, deps.config.limits.bodyBytes);
    return c.json(await remove(deps, caller, c.req.param('bucket') as string, prefixes.filter(isObjectKey)));
  };
}

/** DELETE /object/{bucket}/{key} */
export function removeObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const caller = await readCaller(c, deps.authenticator, 'storage.object.delete');
    const { bucket, key } = readObjectPath(c, 'object');
    const removed = await remove(deps, caller, bucket, [key]);
    if (removed.length === 0) throw storageErrors.noObject();
    return c.json({ message: 'Successfully deleted' });
  };
}

async function remove(
  { db, orphanedFileCleanup }: StorageDeps,
  { scope }: StorageCaller,
  bucket: string,
  keys: readonly string[],
): Promise<ObjectRow[]> {
  const rows = await db.request<ObjectRow>(scope, {
    text: `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${OBJECT_COLUMNS}`,
    values: [bucket, keys],
  });
  if (rows.length > 0) orphanedFileCleanup.wake();
  return rows;
}
