import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { StorageDeps } from '../deps.ts';
import { ownerOf } from '../http/caller.ts';
import { readObjectPath } from '../http/object-path.ts';
import { verifyUpload } from '../services/file-tokens.ts';
import { storeUpload } from '../services/store-object.ts';
import { withIncomingFile } from '../upload/with-incoming-file.ts';

/** PUT /object/upload/sign/{bucket}/{key}?token=: the token is the right, and decides on overwriting. */
export function uploadSignedRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, 'object/upload/sign');
    const { upsert, owner } = await verifyUpload(deps.ring, path, c.req.query('token'));
    const writer = { granted: true, owner: ownerOf(owner) } as const;
    return withIncomingFile(c, async (file) => {
      const { id, fullPath } = await storeUpload(deps, path, file, writer, upsert);
      return c.json({ Id: id, Key: fullPath });
    });
  };
}
