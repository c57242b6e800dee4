import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';
import { joinClauses, joinSentences, splitsOf } from './clauses.ts';
import { looseKey, PRIVATE_USE, phraseKey } from './normalize.ts';
import type { Phrase, TermGroup } from './phrase.ts';
import { readingsOf } from './readings.ts';
import { type SlotValues, slotMarker } from './slot-kinds.ts';
import { extractSlots } from './slots.ts';
import { createTermIndex, type TermIndex, withTerm } from './term-index.ts';
import { expandWording, fillWording, isQuestion, wordingKey } from './wordings.ts';

/** One text to translate. */
export interface PhrasebookJob {
  text: string;
  source: Language;
  target: Language;
}

/**
 * Phrases of the trade with translations made by people: exact, at once, without any network
 * (docs/adr/0021).
 */
export interface Phrasebook {
  /** @returns the translation, or null when any part of the text is not known for sure. */
  translate(job: PhrasebookJob): string | null;
}

export interface PhrasebookData {
  phrases: readonly Phrase[];
  terms: readonly TermGroup[];
}

/** The longest text worth looking at: a few phrases in a row. */
const MAX_CHARACTERS = 400;
/**
 * Between sentences: after a full stop only before white space, because of decimals and addresses.
 */
const SENTENCE_END = /([。！？؟!?])(?![。！？؟!?])\s*|(\.)\s+/gu;
/** Signs before and after a line that are the same in every language. */
const SIGN = '[\\p{Extended_Pictographic}\\u{1F3FB}-\\u{1F3FF}\\u200D\\uFE0F\\s]';
const SIGNS_BEFORE = new RegExp(`^${SIGN}*`, 'u');
// The look-behind keeps the time linear: a match begins only where the signs do.
const SIGNS_AFTER = lookBehind(`(?<!${SIGN})${SIGN}+$`, 'u');
/** Sentences joined in one sentence, at most. */
const MOST_CLAUSES = 3;
/** Terms in one phrase, terms made of terms included, and ways to see them that are followed. */
const MOST_TERMS = 3;
const MOST_PATTERNS = 300;

/** The index of one language. */
interface LanguageIndex {
  phrases: ReadonlyMap<string, Phrase>;
  terms: TermIndex;
}

interface Found {
  phrase: Phrase;
  values: SlotValues;
}

/**
 * Makes a phrasebook from phrases and terms.
 * @throws {Error} when two phrases share a wording in one language, for then it would have two
 * meanings.
 */
export function createPhrasebook({ phrases, terms }: PhrasebookData): Phrasebook {
  const indexes = new Map<Language, LanguageIndex>();

  /**
   * A reader's three languages are seldom all wanted: each is indexed when it is first read from.
   */
  function indexFor(language: Language): LanguageIndex {
    const known = indexes.get(language);
    if (known) return known;
    const made = { phrases: indexOf(phrases, language), terms: createTermIndex(terms, language) };
    indexes.set(language, made);
    return made;
  }

  function translateSentence(sentence: string, job: PhrasebookJob): string | null {
    return translateClauses(sentence, job, MOST_CLAUSES) ?? translateTerm(sentence, job);
  }

  /** "Hello, how much is it?", "I like this one and I need 50 pieces." */
  function translateClauses(sentence: string, job: PhrasebookJob, most: number): string | null {
    const { source, target } = job;
    const found = find(sentence, source, indexFor(source));
    if (found) return render(found, sentence, target);
    if (most === 1) return null;
    for (const { left, joint, right } of splitsOf(sentence, source)) {
      const first = find(left, source, indexFor(source));
      const second = first && translateClauses(right, job, most - 1);
      const start = second && render(first, joint === 'comma' ? '.' : '', target);
      if (second && start) return joinClauses(start, joint, second, target);
    }
    return translateOpened(sentence, job, most);
  }

  /** "Hello do you have samples" */
  function translateOpened(sentence: string, job: PhrasebookJob, most: number): string | null {
    const { source, target } = job;
    for (const end of openingEnds(sentence, source)) {
      const opener = find(sentence.slice(0, end), source, indexFor(source));
      const rest = opener?.phrase.opener && translateClauses(sentence.slice(end), job, most - 1);
      const start = rest && render(opener, '.', target);
      if (rest && start) return joinSentences([start, rest], target);
    }
    return null;
  }

  /** A message that is nothing but a term: "stainless steel", "FOB?". */
  function translateTerm(sentence: string, { source, target }: PhrasebookJob): string | null {
    const key = looseKey(phraseKey(sentence, source), source);
    const term = indexFor(source).terms.whole(key)?.write(target, false);
    if (!term) return null;
    return isQuestion(sentence) ? `${term}${QUESTION_MARK[target]}` : term + statementEnd(sentence, target);
  }

  function translateLine(line: string, job: PhrasebookJob): string | null {
    const [before = ''] = SIGNS_BEFORE.exec(line) ?? [];
    const [after = ''] = SIGNS_AFTER.exec(line.slice(before.length)) ?? [];
    const text = line.slice(before.length, line.length - after.length);
    const sentences = text.replace(SENTENCE_END, '$1$2\0').split('\0').filter(Boolean);
    if (sentences.length === 0 && /\S/.test(line)) return null;
    const translated = sentences.map((sentence) => translateSentence(sentence, job));
    return translated.every((part) => part !== null)
      ? (before + joinSentences(translated, job.target) + after).trim()
      : null;
  }

  return {
    translate(job) {
      if (job.text.length > MAX_CHARACTERS || PRIVATE_USE.test(job.text)) return null;
      const lines = job.text.split(/\r?\n/).map((line) => translateLine(line, job));
      return lines.every((line) => line !== null) ? lines.join('\n') : null;
    },
  };
}

const QUESTION_MARK: Record<Language, string> = { en: '?', zh: '？', ar: '؟' };

/**
 * The places where an opener without a comma may end: after one to three words, in Chinese after
 * two to four characters.
 */
function openingEnds(sentence: string, language: Language): number[] {
  if (language === 'zh') return [2, 3, 4, 5].filter((end) => end < sentence.length);
  return [...sentence.matchAll(/\s+/gu)].slice(0, 3).map(({ index }) => index);
}

function find(sentence: string, language: Language, { phrases, terms }: LanguageIndex): Found | null {
  const slotted = extractSlots(sentence, language);
  if (!slotted) return null;
  const key = phraseKey(slotted.pattern, language);
  if (!key) return null;
  const marked = isQuestion(sentence);
  const readings = readingsOf(key, marked, language);
  // Fewest terms first; the plainest reading last.
  const seen = new Set(readings.map((reading) => reading.key));
  let patterns = readings.map((reading) => ({ ...reading, values: slotted.values }));
  for (let depth = 0; patterns.length > 0; depth++) {
    for (const { key: pattern, question, values } of patterns) {
      const phrase = phrases.get(question ? `${pattern}?` : pattern);
      if (phrase && slotsFit(pattern, values)) return { phrase, values };
    }
    if (depth === MOST_TERMS) return null;
    const next: typeof patterns = [];
    for (const { key: pattern, question, values } of patterns) {
      for (const term of terms.within(pattern)) {
        const withIt = withTerm(values, term);
        const around = looseKey(phraseKey(term.pattern, language), language);
        if (!withIt || seen.has(`${depth}${around}${question}`)) continue;
        seen.add(`${depth}${around}${question}`);
        next.push({ key: around, question, values: withIt });
        if (next.length === MOST_PATTERNS) break;
      }
    }
    patterns = next;
  }
  return null;
}

/**
 * Checks whether the pattern has a place for every value: a rule that dropped one would change the
 * meaning.
 */
function slotsFit(pattern: string, values: SlotValues): boolean {
  return [...values.keys()].every((kind) => pattern.includes(slotMarker(kind)));
}

/**
 * Fills the phrase's first wording and ends it as the source ends: a statement without a full stop
 * stays without one.
 */
function render({ phrase, values }: Found, sentence: string, target: Language): string | null {
  const text = fillWording(
    phrase[target][0] ?? '',
    (kind, oblique) => values.get(kind)?.write(target, oblique),
    (kind) => values.get(kind)?.takesSecondForm?.(target) ?? false,
  );
  if (text === null) return null;
  // A slot may begin the sentence: "this model costs …".
  const begun = target === 'en' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  if (isQuestion(begun)) return begun;
  return begun.replace(/[.。]$/, '') + statementEnd(sentence, target);
}

function statementEnd(sentence: string, target: Language): string {
  const end = sentence.trimEnd().at(-1) ?? '';
  if (/[!！]/.test(end)) return target === 'zh' ? '！' : '!';
  if (/[.。?？؟]/.test(end)) return target === 'zh' ? '。' : '.';
  return '';
}

function indexOf(phrases: readonly Phrase[], language: Language): ReadonlyMap<string, Phrase> {
  const index = new Map<string, Phrase>();
  for (const phrase of phrases) {
    for (const wording of phrase[language].flatMap(expandWording)) {
      const key = wordingKey(wording, language);
      const other = index.get(key);
      if (other && other !== phrase) {
        throw new Error(`Phrases ${other.id} and ${phrase.id} share the wording "${wording}"`);
      }
      index.set(key, phrase);
    }
  }
  if (language === 'zh') addPlease(index);
  return index;
}

/** A phrase that asks the other to do something, judged by its English. */
const REQUEST = /^(?:Please|Can you|Could you|Can I|Could I|May I|Can we|Could we) /;

/**
 * A request is understood with and without 请. A sentence that is not a request never gains one:
 * 随便看看 says that one is only looking, 请随便看看 asks the other to look around.
 */
function addPlease(index: Map<string, Phrase>): void {
  for (const [key, phrase] of [...index]) {
    const plain = key.replace(/^请(?!问)/, '');
    if (plain !== key && !index.has(plain)) index.set(plain, phrase);
    if (plain === key && REQUEST.test(phrase.en[0] ?? '') && !index.has(`请${key}`))
      index.set(`请${key}`, phrase);
  }
}
