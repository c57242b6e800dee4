/**
 * Longest n-gram of characters, and the weight of recall against precision: chrF2 of Popović
 * (2015), as in sacreBLEU.
 */
const ORDER = 6;
const BETA = 2;

/** Matches and totals by order of n-gram, summed over a set of sentences. */
export interface ChrfCounts {
  matched: number[];
  answered: number[];
  expected: number[];
}

export function emptyCounts(): ChrfCounts {
  return { matched: zeros(), answered: zeros(), expected: zeros() };
}

/** Adds a translation and its reference to the counts of a set. White space is left out. */
export function addToCounts(counts: ChrfCounts, answer: string, reference: string): void {
  for (let order = 1; order <= ORDER; order++) {
    const answered = ngrams(answer, order);
    const expected = ngrams(reference, order);
    for (const [gram, count] of answered)
      add(counts.matched, order, Math.min(count, expected.get(gram) ?? 0));
    add(counts.answered, order, sum(answered));
    add(counts.expected, order, sum(expected));
  }
}

/** @returns chrF2 of the set, 0 to 100: the mean of the F-scores of the orders that occur. */
export function chrf(counts: ChrfCounts): number {
  let total = 0;
  let orders = 0;
  for (let i = 0; i < ORDER; i++) {
    const [matched = 0, answered = 0, expected = 0] = [
      counts.matched[i],
      counts.answered[i],
      counts.expected[i],
    ];
    if (answered === 0 || expected === 0) continue;
    orders++;
    const precision = matched / answered;
    const recall = matched / expected;
    if (matched > 0) total += ((1 + BETA ** 2) * precision * recall) / (BETA ** 2 * precision + recall);
  }
  return orders ? (100 * total) / orders : 0;
}

function ngrams(text: string, order: number): Map<string, number> {
  const characters = [...text.replace(/\s/gu, '')];
  const grams = new Map<string, number>();
  for (let i = 0; i + order <= characters.length; i++) {
    const gram = characters.slice(i, i + order).join('');
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

function zeros(): number[] {
  return new Array<number>(ORDER).fill(0);
}

function add(counts: number[], order: number, value: number): void {
  counts[order - 1] = (counts[order - 1] ?? 0) + value;
}

function sum(grams: ReadonlyMap<string, number>): number {
  return [...grams.values()].reduce((total, count) => total + count, 0);
}
