import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findObject } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { readObjectPath } from '../http/object-path.ts';
import { type BucketAccess, openBucket } from '../services/open-bucket.ts';

/**
 * GET and HEAD of an object's metadata.
 * @param route the path before the bucket
 */
export function objectInfoRoute(deps: StorageDeps, route: string, access: BucketAccess) {
  return async (c: Context<ServerEnv>) => {
    const { bucket, key } = readObjectPath(c, route);
    const operation =
      c.req.method === 'HEAD' ? 'object.head_authenticated_info' : 'object.get_authenticated_info';
    const { read } = await openBucket(deps, c, bucket, access, operation);
    const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } =
      await findObject(read, bucket, key);
    c.header('Cache-Control', 'no-store');
    if (metadata) c.header('ETag', metadata.eTag);
    return c.json({
      id,
      name,
      version,
      bucket_id,
      size: metadata?.size ?? null,
      content_type: metadata?.mimetype ?? null,
      cache_control: metadata?.cacheControl ?? null,
      etag: metadata?.eTag ?? null,
      metadata: user_metadata ?? {},
      last_modified: updated_at,
      created_at,
    });
  };
}
