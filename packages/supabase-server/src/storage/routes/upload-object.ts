import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { StorageDeps } from '../deps.ts';
import { readCaller } from '../http/caller.ts';
import { readObjectPath } from '../http/object-path.ts';
import { storeUpload } from '../services/store-object.ts';
import { withIncomingFile } from '../upload/with-incoming-file.ts';

/**
 * POST /object/{bucket}/{key} adds, and overwrites with `x-upsert: true`; PUT always overwrites
 * (supabase-protocol 5.2).
 */
export function uploadObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const operation = c.req.method === 'PUT' ? 'storage.object.upload_update' : 'storage.object.upload';
    const caller = await readCaller(c, deps.authenticator, operation);
    const path = readObjectPath(c, 'object');
    const upsert = c.req.method === 'PUT' || c.req.header('x-upsert') === 'true';
    return withIncomingFile(c, async (file) => {
      const { id, fullPath } = await storeUpload(deps, path, file, caller, upsert);
      return c.json({ Id: id, Key: fullPath });
    });
  };
}
