import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { storageErrors } from '../errors.ts';
import { isBucketName } from '../rules/bucket-name.ts';
import { isObjectKey } from '../rules/object-key.ts';

export interface ObjectPath {
  bucket: string;
  key: string;
}

/** Segments of `/storage/v1`. */
const MOUNT_SEGMENTS = 2;

/**
 * Bucket and key of a request target, each percent-decoded once. Taken from the raw target, because
 * the router's own path is already decoded in parts.
 * @param route the path before the bucket, such as `object/sign`
 * @throws {StorageError} InvalidKey for a key that no object can have
 */
export function readObjectPath(c: Context<ServerEnv>, route: string): ObjectPath {
  const segments = new URL(c.req.url).pathname.split('/').slice(1 + MOUNT_SEGMENTS + route.split('/').length);
  const bucket = decode(segments[0] ?? '');
  const key = decode(segments.slice(1).join('/'));
  if (!isBucketName(bucket)) throw storageErrors.noBucket();
  return { bucket, key: requireObjectKey(key) };
}

/** @throws {StorageError} InvalidKey */
export function requireObjectKey(key: string): string {
  if (!isObjectKey(key)) throw storageErrors.key(key.slice(0, 200));
  return key;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw storageErrors.key(text.slice(0, 200));
  }
}
