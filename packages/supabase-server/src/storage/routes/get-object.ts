import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { StorageDeps } from '../deps.ts';
import { readObjectPath } from '../http/object-path.ts';
import { type BucketAccess, openBucket } from '../services/open-bucket.ts';
import { serveObject } from '../services/serve-object.ts';

/**
 * GET and HEAD of an object's bytes.
 * @param route the path before the bucket
 */
export function getObjectRoute(deps: StorageDeps, route: string, access: BucketAccess) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, route);
    const operation =
      c.req.method === 'HEAD' ? 'object.head_authenticated_info' : 'storage.object.get_authenticated';
    const { read, audience } = await openBucket(deps, c, path.bucket, access, operation);
    return serveObject(deps, c, path, read, audience);
  };
}
