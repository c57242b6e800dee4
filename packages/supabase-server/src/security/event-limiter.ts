import type { SecurityEvent, StoredEvent } from './security-events.ts';
import { SECURITY_EVENTS } from './security-events.ts';

/** Failures of one kind from one network that are kept one by one in a minute. */
const FAILURES_EACH = 10;
/**
 * The number of entries, over all callers, that are kept one by one in a minute; administrators'
 * actions are not counted.
 */
const ALTOGETHER = 600;
/** Networks that are counted apart in a minute; those after them are counted together. */
const MAX_COUNTERS = 1000;
const MINUTE_MS = 60_000;

/**
 * Keeps a flood of events out of the log: beyond a number in a minute it counts them, and one entry
 * says how many there were.
 */
export interface EventLimiter {
  /** @returns the entry to keep now; null when it was only counted */
  admit(event: SecurityEvent): StoredEvent | null;
  /**
   * @param force also before the minute is over
   * @returns an entry for each kind and network that was only counted
   */
  counted(force?: boolean): StoredEvent[];
  /** Checks whether counts exist that {@link EventLimiter.counted} has not returned yet. */
  pending(): boolean;
}

/** @param now milliseconds of the wall clock */
export function createEventLimiter(now: () => number = Date.now): EventLimiter {
  let endsAt = 0;
  let admitted = 0;
  let seen = new Map<string, number>();
  let over = new Map<string, StoredEvent>();
  let finished: StoredEvent[] = [];

  function turn(): void {
    if (now() < endsAt) return;
    finished.push(...over.values());
    endsAt = now() + MINUTE_MS;
    admitted = 0;
    seen = new Map();
    over = new Map();
  }

  function count(key: string): number {
    const known = seen.get(key) ?? 0;
    if (known > 0 || seen.size < MAX_COUNTERS) seen.set(key, known + 1);
    return known + 1;
  }

  function add({ event, network, actor }: SecurityEvent, key: string): void {
    const known = over.get(key);
    if (known) {
      known.repeated += 1;
      return;
    }
    if (over.size < MAX_COUNTERS) {
      over.set(key, {
        event,
        at: timestamp(),
        repeated: 1,
        ...(network ? { network } : {}),
        ...(actor ? { actor } : {}),
      });
      return;
    }
    const rest = over.get(event);
    if (rest) rest.repeated += 1;
    else over.set(event, { event, at: timestamp(), repeated: 1 });
  }

  function timestamp(): string {
    return new Date(now()).toISOString();
  }

  return {
    admit(event) {
      turn();
      const entry = { ...event, at: timestamp(), repeated: 1 };
      // A signed-in administrator cannot flood the log, and each of their acts counts.
      if (event.event === 'admin_action' || event.event === 'admin_sign_in') return entry;
      const key = `${event.event} ${event.network ?? ''}`;
      const isFailure = SECURITY_EVENTS[event.event] === 'failure';
      if (admitted < ALTOGETHER && (!isFailure || count(key) <= FAILURES_EACH)) {
        admitted += 1;
        return entry;
      }
      add(event, key);
      return null;
    },
    counted(force = false) {
      turn();
      if (force) {
        finished.push(...over.values());
        over = new Map();
      }
      const ready = finished;
      finished = [];
      return ready;
    },
    pending: () => over.size + finished.length > 0,
  };
}
