/** Work that is done again and again. */
export interface Rounds {
  /** Ends the round under way, waits for it, and starts no other. */
  close(): Promise<void>;
}

/** Several kinds of work as one: none of them waits for another. */
export function joinRounds(rounds: readonly Rounds[]): Rounds {
  return {
    async close() {
      await Promise.all(rounds.map((each) => each.close()));
    },
  };
}

/**
 * Does work every so often, never two rounds at once, for the first time that long after the start.
 * @param everyMs 0: never
 * @param run one round; it never rejects, and ends soon after the signal
 */
export function startRounds(everyMs: number, run: (signal: AbortSignal) => Promise<unknown>): Rounds {
  if (everyMs === 0) return { close: async () => undefined };
  const stop = new AbortController();
  let round: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    round ??= run(stop.signal).finally(() => {
      round = null;
    });
  }, everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await round;
    },
  };
}
