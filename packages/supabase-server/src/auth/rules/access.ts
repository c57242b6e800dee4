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

/**
 * Checks whether the user is banned at this moment and may neither sign in nor act.
 * @param user the driver gives PostgreSQL's 'infinity', a ban without end, as the number Infinity
 */
export function isBanned(user: { banned_until: Date | number | null }): boolean {
  return user.banned_until !== null && Number(user.banned_until) > Date.now();
}

/** A sign-in with a passkey, in a session's `amr`: it counts as both factors. */
export const PASSKEY_METHOD = 'webauthn';
/** A second factor that was replaced by a recovery code. */
export const RECOVERY_CODE_METHOD = 'recovery_code';

/** Checks whether the account asks for a second factor. */
export function hasVerifiedFactor(factors: ReadonlyArray<{ status: string }>): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/**
 * The subject of limits on wrong codes of second factors. It differs from the account's own: an
 * attacker who knows only the password must not get further tries by changing devices.
 */
export function factorSubject(userId: string): string {
  return `factors of ${userId}`;
}
