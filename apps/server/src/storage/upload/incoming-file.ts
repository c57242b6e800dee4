import type { IncomingMessage } from 'node:http';

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

/** What an upload without a Cache-Control is served with (supabase-protocol 5.2). */
export const NO_CACHE = 'no-cache';

/** @returns bytes of a request's body by its Content-Length; null without one */
export function requestSize({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
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
