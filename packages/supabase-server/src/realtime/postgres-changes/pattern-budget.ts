/** Time for patterns in each second, in milliseconds. */
const MOST_MS = 100;

/**
 * Bounds the time that the process spends on the patterns of filters: a subscriber chooses the
 * patterns, how many there are, and in its own chat the texts.
 */
export class PatternBudget {
  readonly #now: () => number;
  #second = 0;
  #spentMs = 0;

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Runs `match` if time is left in this second.
   * @returns its result; null when no time is left
   */
  within<T>(match: () => T): T | null {
    const begin = this.#now();
    const second = Math.floor(begin / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#spentMs = 0;
    }
    if (this.#spentMs >= MOST_MS) return null;
    const result = match();
    this.#spentMs += this.#now() - begin;
    return result;
  }
}
