import { storageErrors } from '../errors.ts';

/** The metadata of a resumable upload (supabase-protocol 5.8). */
export interface UploadMetadata {
  bucketName: string;
  objectName: string;
  contentType: string;
  /** Seconds; "" without one. */
  cacheControl: string;
  /** JSON of the user's metadata; "" without any. */
  metadata: string;
}

const PAIR = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/;

/**
 * Reads the header Upload-Metadata: pairs of a key and a base64 value, separated by commas. Unknown
 * keys count for nothing.
 * @throws {StorageError} InvalidRequest when the header has another form
 */
export function parseUploadMetadata(header: string): UploadMetadata {
  const pairs = new Map<string, string>();
  for (const text of header.split(',')) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const match = PAIR.exec(trimmed);
    if (!match) throw storageErrors.request('headers/upload-metadata is invalid');
    pairs.set(match[1] as string, Buffer.from(match[2] ?? '', 'base64').toString('utf8'));
  }
  const value = (key: string) => pairs.get(key) ?? '';
  return {
    bucketName: value('bucketName'),
    objectName: value('objectName'),
    contentType: value('contentType'),
    cacheControl: value('cacheControl'),
    metadata: value('metadata'),
  };
}
