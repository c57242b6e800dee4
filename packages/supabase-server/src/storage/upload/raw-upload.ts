import type { IncomingMessage } from 'node:http';
import { storageErrors } from '../errors.ts';
import {
  type IncomingFile,
  metadataOfHeaders,
  NO_CACHE,
  requestSize,
  requireCacheControl,
} from './incoming-file.ts';

/** The type of a file that its request does not name. */
export const DEFAULT_TYPE = 'application/octet-stream';

/** The whole body as the file, described by its headers (supabase-protocol 5.2). */
export function readRawUpload(request: IncomingMessage): IncomingFile {
  const cacheControl = request.headers['cache-control'] ?? NO_CACHE;
  const length = requestSize(request);
  return {
    announcedSize: length,
    requestSize: length,
    contentType: request.headers['content-type'] ?? DEFAULT_TYPE,
    content: receive(request),
    async fields() {
      requireCacheControl(cacheControl, 'headers/cache-control');
      return { cacheControl, userMetadata: metadataOfHeaders(request) };
    },
    abandon: () => undefined,
  };
}

/**
 * Yields the body. A caller that stops early leaves the socket open, so that the refusal can still
 * be sent.
 */
async function* receive(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw storageErrors.request('The upload was cut off');
  }
  if (!request.complete) throw storageErrors.request('The upload was cut off');
}
