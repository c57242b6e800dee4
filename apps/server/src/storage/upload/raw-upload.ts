import type { IncomingMessage } from 'node:http';
import { storageErrors } from '../errors.ts';
import { type IncomingFile, NO_CACHE, parseUserMetadata, requestSize } from './incoming-file.ts';

const DEFAULT_TYPE = 'application/octet-stream';
const CACHE_CONTROL = /^[\x20-\x7e]{1,200}$/;

/** The whole body as the file, described by its headers (supabase-protocol 5.2). */
export function readRawUpload(request: IncomingMessage): IncomingFile {
  const cacheControl = request.headers['cache-control'] ?? NO_CACHE;
  const metadata = request.headers['x-metadata'];
  const json = typeof metadata === 'string' ? Buffer.from(metadata, 'base64').toString('utf8') : undefined;
  const length = requestSize(request);
  return {
    announcedSize: length,
    requestSize: length,
    contentType: request.headers['content-type'] ?? DEFAULT_TYPE,
    content: receive(request),
    async fields() {
      if (!CACHE_CONTROL.test(cacheControl)) throw storageErrors.request('headers/cache-control is invalid');
      return { cacheControl, userMetadata: parseUserMetadata(json) };
    },
    abandon: () => undefined,
  };
}

/** Yields the body. A caller that stops early leaves the socket open, so that the refusal can still be sent. */
async function* receive(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw storageErrors.request('The upload was cut off');
  }
  if (!request.complete) throw storageErrors.request('The upload was cut off');
}
