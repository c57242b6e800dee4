/**
 * The least similarity of a name suggested for a misspelt one; a lower value would reveal names
 * that were not guessed.
 */
const LIKENESS = 0.75;

/** @returns the candidate that is most like `name`, if one is like enough */
export function suggest(name: string, candidates: Iterable<string>): string | null {
  let best: { candidate: string; likeness: number } | null = null;
  const wanted = bigrams(name);
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const likeness = dice(wanted, bigrams(candidate));
    if (likeness >= LIKENESS && likeness > (best?.likeness ?? 0)) best = { candidate, likeness };
  }
  return best?.candidate ?? null;
}

function bigrams(text: string): Set<string> {
  const padded = ` ${text.toLowerCase()} `;
  const pairs = new Set<string>();
  for (let at = 0; at < padded.length - 1; at += 1) pairs.add(padded.slice(at, at + 2));
  return pairs;
}

/** Sørensen–Dice coefficient: 1 for equal sets, 0 for sets without a common member. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const member of a) if (b.has(member)) common += 1;
  return (2 * common) / (a.size + b.size);
}
