import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import type { Clock } from '../model/clock.ts';

export interface CatchUp {
  /**
   * Reads missed messages. Concurrent requests share one read; a request during a read causes one
   * more.
   */
  request(): void;
  /** Whether to read every few seconds, because no live connection reports new messages. */
  poll(on: boolean): void;
  stop(): void;
}

/** Distance of two readings while there is no live connection, in ms. */
export const POLL_INTERVAL_MS = 5_000;

/**
 * Keeps a chat complete around its live connection: after each (re)connection, and instead of it
 * while it is missing (networks of fairs and companies block WebSockets more often than plain
 * requests).
 * @param read reads what was missed; rejects when it could not.
 */
export function createCatchUp(read: () => Promise<void>, clock: Clock): CatchUp {
  let stopped = false;
  let running = false;
  let wanted = false;
  let polling = false;
  let pause: AbortController | null = null;

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (let failures = 0; !stopped; ) {
      if (wanted) {
        wanted = false;
        const done = await read().then(
          () => true,
          () => false,
        );
        failures = done ? 0 : failures + 1;
      } else if (polling || failures > 0) {
        pause = new AbortController();
        const retry = failures > 0 ? retryDelayMs(failures) : POLL_INTERVAL_MS;
        // Without a live connection the next reading is also what notices that the server is back.
        await clock.sleep(polling ? Math.min(retry, POLL_INTERVAL_MS) : retry, pause.signal);
        // Skips the poll if polling ended during the sleep.
        wanted ||= polling || failures > 0;
      } else break;
    }
    running = false;
  }

  function wake(): void {
    pause?.abort();
    void run();
  }

  return {
    request() {
      wanted = true;
      wake();
    },
    poll(on) {
      if (on === polling) return;
      polling = on;
      if (on) wake();
    },
    stop() {
      stopped = true;
      pause?.abort();
    },
  };
}
