import type { IncomingMessage } from 'node:http';
import { storageErrors } from '../errors.ts';

/** A file as a request brings it, before it is known whether all of it will come. */
export interface IncomingFile {
  contentType: string;
  /** The file's size in bytes, if the request announces it. */
  announcedSize: number | null;
  /** Bytes of the whole request, which the file cannot exceed; null where it does not say. */
  requestSize: number | null;
  content: AsyncIterable<Uint8Array>;
  /**
   * The form fields beside the file. They may come after the file, so call this when the content is
   * read.
   */
  fields(): Promise<UploadFields>;
  /** Stops reading, leaving the connection good for an answer. */
  abandon(): void;
}

export interface UploadFields {
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
}

/** The Cache-Control of a file uploaded without one (supabase-protocol 5.2). */
export const NO_CACHE = 'no-cache';

/** @param seconds of a form's field; anything but a number counts as left out */
export function formCacheControl(seconds: string): string {
  return /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : NO_CACHE;
}

const CACHE_CONTROL = /^[\x20-\x7e]{1,200}$/;

/**
 * @param where names the value in the error
 * @throws {StorageError} InvalidRequest for a value that cannot be a header
 */
export function requireCacheControl(value: string, where: string): string {
  if (!CACHE_CONTROL.test(value)) throw storageErrors.request(`${where} is invalid`);
  return value;
}

/** @returns bytes of a request's body by its Content-Length; null without one */
export function requestSize({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/**
 * @returns the user's metadata in the header `x-metadata`, base64 of a JSON object; null without
 * one
 */
export function metadataOfHeaders({ headers }: IncomingMessage): Record<string, unknown> | null {
  const metadata = headers['x-metadata'];
  return typeof metadata === 'string'
    ? parseUserMetadata(Buffer.from(metadata, 'base64').toString('utf8'))
    : null;
}

/** @returns null for anything but a JSON object */
export function parseUserMetadata(json: string | undefined): Record<string, unknown> | null {
  if (json === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
