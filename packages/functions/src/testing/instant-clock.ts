import type { Clock } from '../translate/retry.ts';

export interface InstantClock extends Clock {
  /** Every wait that was asked for, in milliseconds. */
  waits: number[];
}

/** A clock whose waits take no time but are remembered; chance is fixed at its middle. */
export function instantClock(): InstantClock {
  let now = 1_000_000;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    async sleep(ms) {
      waits.push(ms);
      now += ms;
    },
  };
}
