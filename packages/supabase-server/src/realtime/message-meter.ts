/** Counts messages in each second of the clock. */
export interface MessageMeter {
  /** Counts `count` more. @returns whether they are within the limit */
  take(count?: number): boolean;
}

/** @param now in milliseconds */
export function createMessageMeter(
  perSecond: number,
  now: () => number = () => performance.now(),
): MessageMeter {
  let second = 0;
  let taken = 0;
  return {
    take(count = 1) {
      const current = Math.floor(now() / 1000);
      if (current !== second) {
        second = current;
        taken = 0;
      }
      taken += count;
      return taken <= perSecond;
    },
  };
}
