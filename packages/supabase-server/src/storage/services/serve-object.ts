import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findObject, type ObjectRow, type Reader } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { FileMissingError } from '../files/file-store.ts';
import type { ObjectPath } from '../http/object-path.ts';
import { type ByteRange, parseRange } from '../rules/byte-range.ts';
import { contentDisposition } from '../rules/content-disposition.ts';
import { isNotModified, isRangeCurrent, type Validators } from '../rules/preconditions.ts';

export interface Audience {
  /** Whether shared caches may store the response. */
  shared: boolean;
  /** The end of the right to read, for a signed URL. */
  until?: Date;
}

/**
 * Answers GET and HEAD with an object's bytes: ranges, conditional requests, `?download`
 * (supabase-protocol 5.3).
 * @param read decides the reader: the caller under row-level security, or the owner where the right
 * was proved before
 * @throws {StorageError} NoSuchKey
 */
export async function serveObject(
  deps: StorageDeps,
  c: Context<ServerEnv>,
  path: ObjectPath,
  read: Reader,
  audience: Audience,
): Promise<Response> {
  // An overwrite between looking and opening takes the file away: look once more.
  for (let attempt = 1; ; attempt += 1) {
    const object = await findObject(read, path.bucket, path.key);
    try {
      return await answer(deps, c, object, audience);
    } catch (error) {
      if (!(error instanceof FileMissingError)) throw error;
      if (attempt === 2) {
        deps.log.error({ version: object.version }, 'the file of a stored object is missing');
        throw storageErrors.noObject();
      }
    }
  }
}

async function answer(
  { store }: StorageDeps,
  c: Context<ServerEnv>,
  object: ObjectRow,
  audience: Audience,
): Promise<Response> {
  const { metadata } = object;
  // A row inserted by hand has no file to serve.
  if (!metadata) throw storageErrors.noObject();
  const validators: Validators = { etag: metadata.eTag, lastModified: object.updated_at };
  const headers = new Headers({
    ETag: metadata.eTag,
    'Last-Modified': object.updated_at.toUTCString(),
    'Cache-Control': cacheControl(metadata.cacheControl, audience),
    'Accept-Ranges': 'bytes',
    'Content-Type': metadata.mimetype,
    ...contentSecurityHeaders(metadata.mimetype),
  });
  if (!audience.shared && !audience.until) headers.set('Vary', 'Authorization');
  if (audience.until) headers.set('Expires', audience.until.toUTCString());
  const disposition = contentDisposition(c.req.query('download'));
  if (disposition) headers.set('Content-Disposition', disposition);

  const conditions = {
    ifNoneMatch: c.req.header('if-none-match'),
    ifModifiedSince: c.req.header('if-modified-since'),
  };
  if (isNotModified(conditions, validators)) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  const range =
    c.req.method === 'GET' && isRangeCurrent(c.req.header('if-range'), validators)
      ? parseRange(c.req.header('range'), metadata.size)
      : null;
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${metadata.size}`);
    throw storageErrors.range();
  }
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : metadata.size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${metadata.size}`);
  const body = c.req.method === 'HEAD' ? null : await open(store, object.version, metadata.size, range);
  return new Response(body, { status: range ? 206 : 200, headers });
}

async function open(
  store: StorageDeps['store'],
  version: string,
  size: number,
  range: ByteRange | null,
): Promise<ReadableStream | null> {
  if (size === 0) return null;
  return Readable.toWeb(await store.read(version, range)) as ReadableStream;
}

/** Content for members only must not be kept by a shared cache, nor longer than the right lasts. */
function cacheControl(stored: string, audience: Audience): string {
  if (audience.shared) return stored;
  const left = audience.until
    ? Math.max(0, Math.floor((audience.until.getTime() - Date.now()) / 1000))
    : Number.POSITIVE_INFINITY;
  const bounded = stored.replace(
    /max-age=(\d+)/,
    (_, seconds: string) => `max-age=${Math.min(Number(seconds), left)}`,
  );
  return `private, ${bounded}`;
}

/**
 * Files come from users and are served from the web app's own origin: no script in them may run
 * there, and no browser may take them for another type. Other sites may show them, as the CORS
 * rules of the API say already.
 */
function contentSecurityHeaders(mimetype: string): Record<string, string> {
  // Chromium shows no PDF inside a sandbox; its viewer runs in an origin of its own.
  const sandbox = mimetype.startsWith('application/pdf') ? '' : ' sandbox';
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; object-src 'self'; frame-ancestors 'self';${sandbox}`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}
