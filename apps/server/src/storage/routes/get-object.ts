import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { StorageDeps } from '../deps.ts';
import { readObjectPath } from '../http/object-path.ts';
import { type Door, openBucket } from '../services/open-bucket.ts';
import { serveObject } from '../services/serve-object.ts';

/**
 * GET and HEAD of an object's bytes.
 * @param route the path before the bucket
 */
export function getObjectRoute(deps: StorageDeps, route: string, door: Door) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, route);
    const { read, audience } = await openBucket(deps, c, path.bucket, door);
    return serveObject(deps, c, path, read, audience);
  };
}
