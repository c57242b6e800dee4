import type { Clock } from '../providers/retry.ts';

interface InstantClock extends Clock {
  /** Every wait that was asked for, in milliseconds. */
  waits: number[];
  /** Ends every time limit of this length that was set so far; none ends by itself. */
  expire(ms: number): void;
}

/** A clock whose waits take no time but are remembered; chance is fixed at its middle. */
export function instantClock(): InstantClock {
  let now = 1_000_000;
  const waits: number[] = [];
  const limits: Array<{ ms: number; controller: AbortController }> = [];
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    async sleep(ms) {
      waits.push(ms);
      now += ms;
    },
    timeout(ms) {
      const controller = new AbortController();
      limits.push({ ms, controller });
      return controller.signal;
    },
    expire(ms) {
      for (const limit of limits) {
        if (limit.ms === ms) limit.controller.abort(new DOMException('Time is up', 'TimeoutError'));
      }
    },
  };
}
