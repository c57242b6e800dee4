export interface CallerLimits {
  /** Calls that one caller may begin within the window. */
  calls: number;
  /** In milliseconds. */
  windowMs: number;
  /** Calls of one caller that may be under way at once. */
  atOnce: number;
}

export type Admission =
  /** `done` must be called when the call has ended. */
  { ok: true; done(): void } | { ok: false; retryAfterMs: number };

/**
 * A limit of each caller's costly requests. It counts in this process; several processes allow as
 * many times as much.
 */
export interface CallerLimit {
  admit(userId: string): Admission;
  /** @returns milliseconds until `admit` would let a call in; 0: it would now */
  waitMs(userId: string): number;
}

/** Retry delay for a caller whose concurrent calls are all in use. */
const BUSY_MS = 2_000;

interface Count {
  begun: number[];
  underWay: number;
}

/** A sliding window for each caller. Callers without a call in the window are forgotten. */
export function createCallerLimit(limits: CallerLimits, clock: { now(): number }): CallerLimit {
  const counts = new Map<string, Count>();

  function forgetIdle(since: number): void {
    for (const [userId, count] of counts) {
      const last = count.begun.at(-1) ?? 0;
      // Ordered by the last call: after the first recent one there are only recent ones.
      if (last > since) break;
      if (count.underWay === 0) counts.delete(userId);
    }
  }

  /** @returns the caller's calls of the window, and the wait before the next one */
  function look(userId: string, now: number): { count: Count; waitMs: number } {
    const since = now - limits.windowMs;
    forgetIdle(since);
    const count = counts.get(userId) ?? { begun: [], underWay: 0 };
    // In order of time: calls that have left the window come first.
    const gone = count.begun.findIndex((at) => at > since);
    count.begun.splice(0, gone < 0 ? count.begun.length : gone);
    const [oldest] = count.begun;
    if (oldest !== undefined && count.begun.length >= limits.calls) {
      return { count, waitMs: oldest + limits.windowMs - now };
    }
    return { count, waitMs: count.underWay >= limits.atOnce ? BUSY_MS : 0 };
  }

  return {
    waitMs: (userId) => look(userId, clock.now()).waitMs,
    admit(userId) {
      const now = clock.now();
      const { count, waitMs } = look(userId, now);
      if (waitMs > 0) return { ok: false, retryAfterMs: waitMs };
      count.begun.push(now);
      count.underWay += 1;
      // A Map keeps the order of insertion: putting it in again makes it the youngest.
      counts.delete(userId);
      counts.set(userId, count);
      let isDone = false;
      return {
        ok: true,
        done() {
          if (!isDone) count.underWay -= 1;
          isDone = true;
        },
      };
    },
  };
}
