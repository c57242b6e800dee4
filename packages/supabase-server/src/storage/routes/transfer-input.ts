import { z } from 'zod';
import { storageErrors } from '../errors.ts';
import { type ObjectPath, requireObjectKey } from '../http/object-path.ts';
import { isBucketName } from '../rules/bucket-name.ts';

/** The body of move and copy. */
export const transferSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});

/** The body of copy (supabase-protocol 5.6). */
export const copySchema = transferSchema.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: z.object({ cacheControl: z.string().nullish(), mimetype: z.string().nullish() }).nullish(),
});

/** @throws {StorageError} InvalidKey, NoSuchBucket */
export function transferPaths(input: z.output<typeof transferSchema>): { from: ObjectPath; to: ObjectPath } {
  const destination = input.destinationBucket || input.bucketId;
  if (!isBucketName(input.bucketId) || !isBucketName(destination)) throw storageErrors.noBucket();
  return {
    from: { bucket: input.bucketId, key: requireObjectKey(input.sourceKey) },
    to: { bucket: destination, key: requireObjectKey(input.destinationKey) },
  };
}
