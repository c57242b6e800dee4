/** The properties of a stored file that preconditions are compared with. */
export interface Validators {
  /** Strong, with its quotes. */
  etag: string;
  lastModified: Date;
}

/**
 * Checks whether the caller's copy is current: If-None-Match, else If-Modified-Since (RFC 9110,
 * section 13.2.2).
 */
export function isNotModified(
  headers: { ifNoneMatch?: string | undefined; ifModifiedSince?: string | undefined },
  { etag, lastModified }: Validators,
): boolean {
  if (headers.ifNoneMatch !== undefined) {
    const known = headers.ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes('*') || known.includes(etag);
  }
  const since = Date.parse(headers.ifModifiedSince ?? '');
  return !Number.isNaN(since) && wholeSeconds(lastModified) <= since;
}

/**
 * Checks whether a Range may be obeyed: without If-Range, or when it names the file as it is (RFC
 * 9110, section 13.1.5).
 */
export function isRangeCurrent(ifRange: string | undefined, { etag, lastModified }: Validators): boolean {
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return ifRange === etag;
  return Date.parse(ifRange) === wholeSeconds(lastModified);
}

/** HTTP dates have no fractions. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
