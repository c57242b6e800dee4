import type { Logger } from '../util/logger.ts';
import { createEventLimiter, type EventLimiter } from './event-limiter.ts';
import { SECURITY_EVENTS, type SecurityEvent, type StoredEvent } from './security-events.ts';

/** Records what happens to accounts and to the installation's settings (docs/adr/0033). */
export interface SecurityLog {
  /** Records one event. Returns at once and never throws: a full log must not stop a sign-in. */
  record(event: SecurityEvent): void;
}

/**
 * The log as its owner sees it; before reading the stored log, wait for {@link
 * StoredSecurityLog.flush}.
 */
export interface StoredSecurityLog extends SecurityLog {
  /** Resolves when all that was recorded so far is stored, or could not be. */
  flush(): Promise<void>;
  /**
   * Stores the waiting events and the counts of unlisted ones. Events after it become log lines
   * alone.
   */
  close(): Promise<void>;
}

/** Entries that may wait for the database; beyond that they are only counted. */
const MAX_WAITING = 5000;
/** Entries of one statement. */
const BATCH = 500;
const FLUSH_MS = 1000;
/**
 * SQLSTATE classes of data and of integrity constraints, but for an account that was deleted in
 * this moment.
 */
const REFUSED_DATA = /^2[23](?!503)/;

/**
 * Writes each event as one structured log line, and to the database a moment later, many at a time.
 * @param write stores a batch; may reject, and gets the same entries again then
 */
export function createSecurityLog(
  log: Pick<Logger, 'info' | 'warn'>,
  write: (events: readonly StoredEvent[]) => Promise<void>,
  gate: EventLimiter = createEventLimiter(),
): StoredSecurityLog {
  let waiting: StoredEvent[] = [];
  let lost = 0;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  function keep(entry: StoredEvent): void {
    log.info({ part: 'security', outcome: SECURITY_EVENTS[entry.event], ...entry }, 'security event');
    if (closed) return;
    if (waiting.length >= MAX_WAITING) lost += 1;
    else waiting.push(entry);
  }

  function schedule(): void {
    if (closed || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, FLUSH_MS);
    timer.unref();
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      try {
        await write(batch);
      } catch (error) {
        const { name, code } = error as { name?: unknown; code?: unknown };
        log.warn({ err: { name, code }, waiting: waiting.length }, 'security events could not be stored');
        // The table would refuse this data again: it must not hold up the rest.
        if (!REFUSED_DATA.test(String(code))) {
          schedule();
          return;
        }
      }
      waiting = waiting.slice(batch.length);
    }
    if (lost === 0) return;
    log.warn({ lost }, 'security events were not stored: too many waited for the database');
    lost = 0;
  }

  async function flush(): Promise<void> {
    // A write under way may have begun before the last event came.
    await writing;
    for (const entry of gate.counted()) keep(entry);
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    await writing;
    if (gate.pending()) schedule();
  }

  return {
    record(event) {
      try {
        const entry = gate.admit(event);
        if (entry) keep(entry);
        schedule();
      } catch (error) {
        log.warn({ err: { name: (error as Error).name } }, 'a security event could not be recorded');
      }
    },
    flush,
    async close() {
      for (const entry of gate.counted(true)) keep(entry);
      await flush();
      closed = true;
      if (timer) clearTimeout(timer);
    },
  };
}
