import type { Language } from '@dragoman/domain/languages';
import { checkTranslation } from '@dragoman/functions/translate/checks/check-translation';
import { fixedTokens } from '@dragoman/functions/translate/checks/fixed-tokens';
import { quantities } from '@dragoman/functions/translate/checks/quantities';
import { letterCounts, SCRIPT_OF } from '@dragoman/functions/translate/checks/script';
import type { TranslationProvider } from '@dragoman/functions/translate/translation-provider';
import { addToCounts, chrf, emptyCounts } from './chrf.ts';
import { PAIRS, type Sentence } from './sentences.ts';

/** The results of a provider in one direction; shares are 0 to 1. */
export interface ProviderScore {
  source: Language;
  target: Language;
  chrf: number;
  /** Sentences with numbers or codes, all of which the translation keeps. */
  numbersKept: number;
  /** Sentences whose translation keeps the trade term of the source. */
  termsKept: number;
  /** Translations with no letter, or most letters, of another script. */
  wrongScript: number;
  /** Answers that the product would refuse. */
  refused: number;
  /** Sentences without any answer. */
  failed: number;
}

const TIMEOUT_MS = 30_000;

/**
 * Asks a provider for every sentence in every direction for which it is ready, one at a time.
 * @param onSentence called after each, for a sign of life
 */
export async function scoreProvider(
  provider: TranslationProvider,
  sentences: readonly Sentence[],
  onSentence: () => void,
): Promise<ProviderScore[]> {
  const scores: ProviderScore[] = [];
  for (const [source, target] of PAIRS) {
    if (provider.isReady?.({ text: '', source, target }) === false) continue;
    const tally = createTally(source, target);
    for (const sentence of sentences) {
      const job = { text: sentence[source], source, target };
      tally.add(sentence, await provider.translate(job, AbortSignal.timeout(TIMEOUT_MS)).catch(() => null));
      onSentence();
    }
    scores.push(tally.score());
  }
  return scores;
}

/** Adds up one direction; an answer that never came counts against everything but the script. */
export function createTally(source: Language, target: Language) {
  const counts = emptyCounts();
  const numbers = { kept: 0, of: 0 };
  const terms = { kept: 0, of: 0 };
  let answers = 0;
  let wrongScript = 0;
  let refused = 0;
  let failed = 0;
  return {
    add(sentence: Sentence, answer: string | null) {
      const text = sentence[source];
      addToCounts(counts, answer ?? '', sentence[target]);
      const figures = figuresOf(text);
      if (figures.length > 0) {
        numbers.of++;
        if (answer !== null && holdsAll(figuresOf(answer), figures)) numbers.kept++;
      }
      if (sentence.term) {
        terms.of++;
        if (answer?.toLowerCase().includes(sentence.term[target].toLowerCase())) terms.kept++;
      }
      if (answer === null) {
        failed++;
        return;
      }
      answers++;
      if (!isInScript(answer, target)) wrongScript++;
      if (!checkTranslation({ text, source, target }, answer).ok) refused++;
    },
    score(): ProviderScore {
      return {
        source,
        target,
        chrf: chrf(counts),
        numbersKept: share(numbers.kept, numbers.of),
        termsKept: share(terms.kept, terms.of),
        wrongScript: share(wrongScript, answers, 0),
        refused: share(refused, answers, 0),
        failed,
      };
    },
  };
}

/** The values of all numbers and all codes, addresses and model names of a text. */
function figuresOf(text: string): string[] {
  return [...quantities(text).map(({ value }) => value), ...fixedTokens(text)];
}

function holdsAll(found: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((figure) => found.includes(figure));
}

function isInScript(answer: string, target: Language): boolean {
  const counts = letterCounts(answer);
  const own = counts[SCRIPT_OF[target]];
  return own > 0 && own * 2 >= counts.latin + counts.han + counts.arabic + counts.other;
}

function share(part: number, whole: number, none = 1): number {
  return whole ? part / whole : none;
}
