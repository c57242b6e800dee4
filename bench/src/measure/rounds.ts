import { median } from '../statistics.ts';

/**
 * V8 compiles code that has run some thousands of times: a read costs the product 1.4 ms of
 * processor in its first second, 0.7 ms in its third and 0.4 ms from its eighth on. The product
 * runs all day, so that is what counts.
 */
const WARM_UP_MS = 8000;
const ROUND_MS = 1000;
const ROUNDS = 7;

/** One call by caller `index`. */
export type Call = (index: number) => Promise<void>;

export interface Comparison {
  /** Calls a second, medians of the rounds. */
  product: number;
  floor: number;
  /** Median of the ratios of the pairs of rounds. */
  ratio: number;
}

/**
 * Product and floor in pairs of short rounds, each first in every other pair: other work of the
 * machine affects both, and the median leaves out the pairs that it fell on unevenly.
 */
export async function compare(callers: number, product: Call, floor: Call): Promise<Comparison> {
  await run(callers, WARM_UP_MS, product);
  await run(callers, WARM_UP_MS, floor);
  const pairs: Array<{ product: number; floor: number }> = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) {
      const first = await run(callers, ROUND_MS, floor);
      pairs.push({ floor: first, product: await run(callers, ROUND_MS, product) });
    } else {
      const first = await run(callers, ROUND_MS, product);
      pairs.push({ product: first, floor: await run(callers, ROUND_MS, floor) });
    }
  }
  return {
    product: median(pairs.map((pair) => pair.product)),
    floor: median(pairs.map((pair) => pair.floor)),
    ratio: median(pairs.map((pair) => pair.product / pair.floor)),
  };
}

/** @returns completed calls a second of `callers` that each call one after the other */
async function run(callers: number, forMs: number, call: Call): Promise<number> {
  const began = performance.now();
  const until = began + forMs;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, index) => {
      while (performance.now() < until) {
        await call(index);
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}
