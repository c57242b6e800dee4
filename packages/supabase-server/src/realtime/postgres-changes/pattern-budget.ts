/** Steps of programs in a second. A step takes 0.03 to 0.12 µs, so they are 120 ms of it at most. */
const STEPS_PER_SECOND = 1_000_000;

/** For the developer of the client, which joins again by itself. */
export const PATTERNS_BUSY =
  'Patterns of filters take too much time at the moment: use fewer and shorter ones, or eq and in';

/**
 * Bounds what the process spends on the patterns of filters: a subscriber chooses the patterns, how
 * many there are, and in its own chat the texts. It counts steps instead of time, so that another
 * process that keeps the machine busy does not refuse anybody's patterns.
 */
export class PatternBudget {
  readonly #now: () => number;
  #left = STEPS_PER_SECOND;
  #countedAt: number;

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#countedAt = now();
  }

  /**
   * Asked before the steps are made.
   * @returns false when they are more than those that are left; then none is taken
   */
  spend(steps: number): boolean {
    const now = this.#now();
    this.#left += ((now - this.#countedAt) / 1000) * STEPS_PER_SECOND;
    this.#left = Math.min(this.#left, STEPS_PER_SECOND);
    this.#countedAt = now;
    if (steps > this.#left) return false;
    this.#left -= steps;
    return true;
  }
}
