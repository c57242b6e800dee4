import { z } from 'zod';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { parseFileSize } from '../rules/file-size.ts';
import { isMimePattern } from '../rules/mime-type.ts';

/** Fields that creating and changing a bucket share. */
export const bucketSettingsSchema = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).max(100).nullish(),
});

/**
 * Bytes of a bucket's limit; undefined and null stay what they are.
 * @throws {StorageError} when it is no size, or more than the server takes
 */
export function readFileSizeLimit(
  { config }: StorageDeps,
  value: number | string | null | undefined,
): number | null | undefined {
  if (value === null || value === undefined) return value;
  const bytes = parseFileSize(value);
  if (bytes === null) throw storageErrors.request('body/file_size_limit: no size in bytes, KB, MB or GB');
  if (bytes > config.storage.maxFileBytes) throw storageErrors.tooLarge();
  return bytes;
}

/** @throws {StorageError} InvalidMimeType */
export function requireMimePatterns(patterns: readonly string[] | null | undefined): void {
  for (const pattern of patterns ?? []) {
    if (!isMimePattern(pattern)) throw storageErrors.mimeType(pattern.slice(0, 200));
  }
}
