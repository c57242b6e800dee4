import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { readAsOwner } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { readObjectPath } from '../http/object-path.ts';
import { verifyDownload } from '../services/file-tokens.ts';
import { serveObject } from '../services/serve-object.ts';

/** GET and HEAD /object/sign/{bucket}/{key}?token=: the token is the right. */
export function getSignedObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, 'object/sign');
    const until = await verifyDownload(deps.ring, path, c.req.query('token'));
    return serveObject(deps, c, path, readAsOwner(deps.db), { shared: false, until });
  };
}
