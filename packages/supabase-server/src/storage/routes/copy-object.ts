import type { Context } from 'hono';
import type { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { type FileMetadata, findObject, readAs } from '../data/objects.ts';
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
  withDiskSpace,
  withNewFile,
  write,
} from '../services/store-object.ts';
import { metadataOfHeaders, requireCacheControl } from '../upload/incoming-file.ts';
import { copySchema, transferPaths } from './transfer-input.ts';

/**
 * POST /object/copy: needs the right to read the one name and to add the other; `x-upsert: true`
 * overwrites. With `copyMetadata: false` the copy has the type and cache time of `metadata`, as far
 * as given, and the user's metadata of the header `x-metadata`.
 */
export function copyObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const caller = await readCaller(c, deps.authenticator, 'storage.object.copy');
    const input = await readInput(c, copySchema, deps.config.limits.bodyBytes);
    const { from, to } = transferPaths(input);
    const upsert = c.req.header('x-upsert') === 'true';
    await findBucketRules(deps.db, from.bucket);
    const rules = await findBucketRules(deps.db, to.bucket);
    const source = await findObject(readAs(deps.db, caller.scope), from.bucket, from.key);
    if (!source.metadata) throw storageErrors.noObject();
    const { size } = source.metadata;
    const metadata = { ...source.metadata, ...fileMetadataOf(input), lastModified: new Date().toISOString() };
    await requireFits(deps, source, metadata, rules);
    const copy = {
      ...newObject(to.bucket, to.key, caller.owner),
      metadata,
      userMetadata: input.copyMetadata === false ? metadataOfHeaders(c.env.incoming) : source.user_metadata,
    };
    const id = await withNewFile(deps, copy.version, async () => {
      await requireWriteRight(deps, copy, caller, upsert);
      await requireQuota(deps, deps.db, caller, upsert ? { files: 0, bytes: 0 } : { files: 1, bytes: size });
      try {
        await withDiskSpace(deps, size, () => deps.store.copy(source.version, copy.version));
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

/** @throws {StorageError} InvalidRequest for a Cache-Control that cannot be a header */
function fileMetadataOf({ copyMetadata, metadata }: z.output<typeof copySchema>): Partial<FileMetadata> {
  if (copyMetadata !== false) return {};
  const { cacheControl, mimetype } = metadata ?? {};
  return {
    ...(cacheControl && { cacheControl: requireCacheControl(cacheControl, 'body/metadata/cacheControl') }),
    ...(mimetype && { mimetype }),
  };
}
