/** Numbers that look like chance and are the same in every run. */
export interface Random {
  /** @returns a number from 0 up to 1 */
  next(): number;
  between(least: number, most: number): number;
  /** @returns a whole number; both ends may come */
  whole(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** @returns true so often of a hundred times */
  chance(percent: number): boolean;
  digits(count: number): string;
}

/** Mulberry32: small, and good enough to lay out cards. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (least: number, most: number) => least + next() * (most - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return {
    next,
    between,
    whole,
    pick: (list) => {
      const chosen = list[whole(0, list.length - 1)];
      if (chosen === undefined) throw new Error('Nothing to pick from.');
      return chosen;
    },
    chance: (percent) => next() * 100 < percent,
    digits: (count) => Array.from({ length: count }, () => whole(0, 9)).join(''),
  };
}
