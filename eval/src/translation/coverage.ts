import type { Language } from '@dragoman/domain/languages';
import { phraseKey } from '@dragoman/domain/phrasebook/normalize';
import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { HELD_OUT, isSeen, PAIRS, type Sentence } from './sentences.ts';

/** The phrasebook's results on the evaluation set in one direction. */
export interface Coverage {
  source: Language;
  target: Language;
  sentences: number;
  /** Word for word the reference, but for punctuation. */
  exact: number;
  /** Another wording that a person judged right. */
  right: number;
  /** Answers that no reviewer has accepted; the list must be empty. */
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

/** The phrasebook's results on the held-out sentences of one language. */
export interface HeldOutCoverage {
  source: Language;
  target: Language;
  /**
   * Shares of the sentences that are answered, 0 to 1: of all, and of those that were kept unread
   * while phrases were written.
   */
  all: number;
  unseen: number;
  /** Answers that no reviewer has accepted; the list must be empty. */
  notJudged: { text: string; answer: string }[];
}

/** @returns the phrasebook's coverage of the held-out sentences in every direction. */
export function heldOutCoverage(phrasebook: Phrasebook): HeldOutCoverage[] {
  return PAIRS.map(([source, target]) => {
    const answers = HELD_OUT[source].map(({ text, judgedRight }, index) => ({
      text,
      answer: phrasebook.translate({ text, source, target }),
      right: judgedRight?.[target],
      unseen: !isSeen(index),
    }));
    const known = answers.filter(({ answer }) => answer !== null);
    const share = (some: typeof answers) =>
      some.filter(({ answer }) => answer !== null).length / Math.max(1, some.length);
    return {
      source,
      target,
      all: share(answers),
      unseen: share(answers.filter(({ unseen }) => unseen)),
      notJudged: known.flatMap(({ text, answer, right }) =>
        answer === null || answer === right ? [] : [{ text, answer }],
      ),
    };
  });
}
