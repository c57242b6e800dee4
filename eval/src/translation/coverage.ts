import type { Language } from '@dragoman/domain/languages';
import { phraseKey } from '@dragoman/domain/phrasebook/normalize';
import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { PAIRS, type Sentence } from './sentences.ts';

/** What the phrasebook makes of the evaluation set in one direction. */
export interface Coverage {
  source: Language;
  target: Language;
  sentences: number;
  /** Word for word the reference, but for punctuation. */
  exact: number;
  /** Another wording that a person judged right. */
  right: number;
  /** Answers that nobody has judged right: there must be none. */
  false: { text: string; answer: string; reference: string }[];
}

/** @returns the phrasebook's coverage in every direction. */
export function coverageOf(phrasebook: Phrasebook, sentences: readonly Sentence[]): Coverage[] {
  return PAIRS.map(([source, target]) => {
    const coverage: Coverage = { source, target, sentences: sentences.length, exact: 0, right: 0, false: [] };
    for (const sentence of sentences) {
      const text = sentence[source];
      const answer = phrasebook.translate({ text, source, target });
      if (answer === null) continue;
      const same = (other: string) => phraseKey(other, target) === phraseKey(answer, target);
      if (same(sentence[target])) coverage.exact++;
      else if (sentence.alsoRight?.[target]?.some(same)) coverage.right++;
      else coverage.false.push({ text, answer, reference: sentence[target] });
    }
    return coverage;
  });
}
