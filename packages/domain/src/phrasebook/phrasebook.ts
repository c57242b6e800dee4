import type { Language } from '../languages.ts';
import { asksWithoutMark, looseKey, PRIVATE_USE, phraseKey } from './normalize.ts';
import type { Phrase, TermGroup } from './phrase.ts';
import { isSlotKind, SLOT, type SlotKind, slotMarker } from './slot-kinds.ts';
import { extractSlots, type SlotValue } from './slots.ts';
import { createTermIndex, type TermIndex, withTerm } from './term-index.ts';

/** One text to translate. */
export interface PhrasebookJob {
  text: string;
  source: Language;
  target: Language;
}

/** Phrases of the trade with translations made by people: exact, at once, without any network (DESIGN section 7). */
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
/** Between sentences: after a full stop only before white space, because of decimals and addresses. */
const SENTENCE_BREAK = /(?<=[。！？؟!?])(?![。！？؟!?])\s*|(?<=\.)\s+/u;

/** What is understood in one language. */
interface LanguageIndex {
  phrases: ReadonlyMap<string, Phrase>;
  terms: TermIndex;
}

/**
 * Makes a phrasebook from phrases and terms.
 * @throws {Error} when two phrases share a wording in one language, for then it would have two meanings.
 */
export function createPhrasebook({ phrases, terms }: PhrasebookData): Phrasebook {
  const indexes = new Map<Language, LanguageIndex>();

  /** A reader's three languages are seldom all wanted: each is indexed when it is first read from. */
  function indexFor(language: Language): LanguageIndex {
    const known = indexes.get(language);
    if (known) return known;
    const made = { phrases: indexOf(phrases, language), terms: createTermIndex(terms, language) };
    indexes.set(language, made);
    return made;
  }

  function translateSentence(sentence: string, { source, target }: PhrasebookJob): string | null {
    const found = find(sentence, source, indexFor(source));
    if (found) return render(found, sentence, target);
    return translateOpened(sentence, source, target) ?? translateTerm(sentence, source, target);
  }

  /** "Hello, how much is it?" */
  function translateOpened(sentence: string, source: Language, target: Language): string | null {
    const comma = sentence.search(/[,，،]\s*\D/u);
    if (comma < 0) return null;
    const opener = find(sentence.slice(0, comma), source, indexFor(source));
    const rest = find(sentence.slice(comma + 1), source, indexFor(source));
    if (!opener?.phrase.opener || !rest) return null;
    const first = render(opener, '.', target);
    const second = render(rest, sentence, target);
    return first === null || second === null ? null : joinSentences([first, second], target);
  }

  /** A message that is nothing but a term: "stainless steel", "FOB?". */
  function translateTerm(sentence: string, source: Language, target: Language): string | null {
    const key = looseKey(phraseKey(sentence, source), source);
    const term = indexFor(source).terms.whole(key)?.(target, false);
    if (!term) return null;
    return isQuestion(sentence) ? `${term}${QUESTION_MARK[target]}` : term + statementEnd(sentence, target);
  }

  return {
    translate(job) {
      if (job.text.length > MAX_CHARACTERS || PRIVATE_USE.test(job.text)) return null;
      const lines = job.text.split(/\r?\n/).map((line) => {
        const sentences = line.trim().split(SENTENCE_BREAK).filter(Boolean);
        const translated = sentences.map((sentence) => translateSentence(sentence, job));
        return translated.every((part) => part !== null) ? joinSentences(translated, job.target) : null;
      });
      return lines.every((line) => line !== null) ? lines.join('\n') : null;
    },
  };
}

const QUESTION_MARK: Record<Language, string> = { en: '?', zh: '？', ar: '؟' };

interface Found {
  phrase: Phrase;
  values: ReadonlyMap<SlotKind, SlotValue>;
}

function find(sentence: string, language: Language, { phrases, terms }: LanguageIndex): Found | null {
  const slotted = extractSlots(sentence, language);
  if (!slotted) return null;
  const key = phraseKey(slotted.pattern, language);
  if (!key) return null;
  const marked = isQuestion(sentence);
  const lookUp = (candidate: string) =>
    phrases.get(keyOf(candidate, marked || asksWithoutMark(candidate, language), language));
  const phrase = lookUp(key);
  if (phrase) return { phrase, values: slotted.values };
  for (const term of terms.within(looseKey(key, language))) {
    const values = withTerm(slotted.values, term);
    const around = values && lookUp(phraseKey(term.pattern, language));
    if (around) return { phrase: around, values };
  }
  return null;
}

/** Fills the phrase's first wording and ends it as the source ends: a statement without a full stop stays without one. */
function render({ phrase, values }: Found, sentence: string, target: Language): string | null {
  const text = fillWording(phrase[target][0] ?? '', (kind, oblique) => values.get(kind)?.(target, oblique));
  if (text === null || isQuestion(text)) return text;
  return text.replace(/[.。]$/, '') + statementEnd(sentence, target);
}

/**
 * Puts values into a wording.
 * @param valueFor gives the text of a slot, null or undefined when there is none
 * @returns null when a slot stays empty
 */
export function fillWording(
  wording: string,
  valueFor: (kind: SlotKind, oblique: boolean) => string | null | undefined,
): string | null {
  let complete = true;
  const text = wording.replace(SLOT, (_slot, kind: string, oblique: string | undefined) => {
    const value = isSlotKind(kind) ? valueFor(kind, oblique !== undefined) : null;
    complete &&= value !== null && value !== undefined;
    return value ?? '';
  });
  return complete ? text : null;
}

function statementEnd(sentence: string, target: Language): string {
  const end = sentence.trimEnd().at(-1) ?? '';
  if (/[!！]/.test(end)) return target === 'zh' ? '！' : '!';
  if (/[.。]/.test(end)) return target === 'zh' ? '。' : '.';
  return '';
}

function joinSentences(sentences: readonly string[], language: Language): string {
  return sentences.join(language === 'zh' ? '' : ' ');
}

function isQuestion(sentence: string): boolean {
  return /[?？؟][!！]*\s*$/u.test(sentence);
}

function keyOf(key: string, question: boolean, language: Language): string {
  const loose = looseKey(key, language);
  return question ? `${loose}?` : loose;
}

function indexOf(phrases: readonly Phrase[], language: Language): ReadonlyMap<string, Phrase> {
  const index = new Map<string, Phrase>();
  for (const phrase of phrases) {
    for (const wording of phrase[language]) {
      const key = wordingKey(wording, language);
      const other = index.get(key);
      if (other && other !== phrase) {
        throw new Error(`Phrases ${other.id} and ${phrase.id} share the wording "${wording}"`);
      }
      index.set(key, phrase);
    }
  }
  if (language === 'zh') addWithoutPlease(index);
  return index;
}

/**
 * A request is understood without its 请, but never the other way round: 随便看看 says that one is only looking, 请随便看看
 * asks the other to look around.
 */
function addWithoutPlease(index: Map<string, Phrase>): void {
  for (const [key, phrase] of [...index]) {
    const plain = key.replace(/^请(?!问)/, '');
    if (plain !== key && !index.has(plain)) index.set(plain, phrase);
  }
}

/** The key of a wording from the data, slots and all. */
export function wordingKey(wording: string, language: Language): string {
  const marked = wording.replace(SLOT, (slot, kind: string) =>
    isSlotKind(kind) ? ` ${slotMarker(kind)} ` : slot,
  );
  return keyOf(phraseKey(marked, language), isQuestion(wording), language);
}
