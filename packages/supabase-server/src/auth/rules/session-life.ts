import type { SessionLife } from '../../config/server-config.ts';

/** The reason why a session ends by itself. */
export type SessionEnd = 'not_after' | 'max' | 'idle';

/**
 * @param now milliseconds since the epoch
 * @returns why the session is over; null while it lasts
 */
export function sessionEnd(
  session: { created_at: Date; refreshed_at: Date | null; not_after: Date | null },
  { idleSeconds, maxSeconds }: SessionLife,
  now: number,
): SessionEnd | null {
  const isPast = (since: Date, seconds: number) => seconds > 0 && since.getTime() + seconds * 1000 <= now;
  if (session.not_after !== null && session.not_after.getTime() <= now) return 'not_after';
  if (isPast(session.created_at, maxSeconds)) return 'max';
  return isPast(session.refreshed_at ?? session.created_at, idleSeconds) ? 'idle' : null;
}
