import { isBoothCode } from './booth-code.ts';
import type { JoinTarget } from './join-target.ts';
import { joinPath } from './routes.ts';
import { withoutTrailing } from './text.ts';
import { isUuid } from './uuid.ts';

/**
 * A join link is about 80 characters; a QR code holds up to 4,296. Nothing honest comes near this.
 */
const MAX_LINK_LENGTH = 2048;

/**
 * The link in a session's QR code: `{origin}/join/{sessionId}` (specification 7.9).
 * @param origin scheme and host, as in `location.origin`; a trailing slash is tolerated
 */
export function joinLink(origin: string, sessionId: string): string {
  return `${withoutTrailing(origin, '/')}${joinPath(sessionId)}`;
}

/**
 * Reads the session id out of a scanned code: an http(s) URL whose path has a `join` segment
 * followed by a session id (specification 2.16, 5.9). The host is not compared, because a vendor
 * may print a code under another address of the same event, and the caller only uses the id.
 * @returns the id in lower case, or null for anything else.
 */
export function parseJoinLink(text: string): string | null {
  const segments = segmentsOf(text);
  const id = segments.find((segment, i) => segments[i - 1] === 'join' && isUuid(segment));
  return id?.toLowerCase() ?? null;
}

/**
 * Reads what a scanned code leads to: a session as {@link parseJoinLink} does, or a booth by a `b`
 * segment followed by a booth code.
 * @returns null for anything else.
 */
export function parseTargetLink(text: string): JoinTarget | null {
  const id = parseJoinLink(text);
  if (id) return { kind: 'session', id };
  const segments = segmentsOf(text);
  const code = segments.find((segment, i) => segments[i - 1] === 'b' && isBoothCode(segment));
  return code ? { kind: 'booth', code } : null;
}

/** @returns the path's segments; none for anything but an http(s) link. */
function segmentsOf(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LINK_LENGTH || !/^https?:\/\//i.test(trimmed)) return [];
  return pathOf(trimmed)?.split('/') ?? [];
}

function pathOf(link: string): string | null {
  try {
    return new URL(link).pathname;
  } catch {
    return null;
  }
}
