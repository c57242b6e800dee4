import type { Language } from '@dragoman/domain/languages';
import type { TranslationJob } from '../engines/engine.ts';
import { asksWithoutMark, PRIVATE_USE, phraseKey } from './normalize.ts';
import type { Phrase } from './phrase.ts';
import { CONTACT_PHRASES } from './phrases/contact.ts';
import { CONVERSATION_PHRASES } from './phrases/conversation.ts';
import { COURTESY_PHRASES } from './phrases/courtesy.ts';
import { ORDER_PHRASES } from './phrases/order.ts';
import { PRICE_PHRASES } from './phrases/price.ts';
import { PRODUCT_PHRASES } from './phrases/product.ts';
import { extractSlots, SLOT_KINDS, type SlotKind, type SlotValue, slotMarker } from './slots.ts';

/** Phrases of the trade with translations made by people: exact, at once, without any network (DESIGN section 7). */
export interface Phrasebook {
  /** How many meanings it knows. */
  readonly size: number;
  /** @returns the translation, or null when any part of the text is not known for sure. */
  translate(job: TranslationJob): string | null;
}

export const SHIPPED_PHRASES: readonly Phrase[] = [
  ...COURTESY_PHRASES,
  ...CONVERSATION_PHRASES,
  ...PRODUCT_PHRASES,
  ...PRICE_PHRASES,
  ...ORDER_PHRASES,
  ...CONTACT_PHRASES,
];

/** @returns the phrasebook that ships with the product. */
export function shippedPhrasebook(): Phrasebook {
  return createPhrasebook(SHIPPED_PHRASES);
}

/** The longest text worth looking at: a few phrases in a row. */
const MAX_CHARACTERS = 400;
/** Between sentences: after a full stop only before white space, because of decimals and addresses. */
const SENTENCE_BREAK = /(?<=[。！？؟!?])(?![。！？؟!?])\s*|(?<=\.)\s+/u;

/**
 * Makes a phrasebook from phrases.
 * @throws {Error} when two phrases share a wording in one language, for then it would have two meanings.
 */
export function createPhrasebook(phrases: readonly Phrase[]): Phrasebook {
  const index: Record<Language, ReadonlyMap<string, Phrase>> = {
    en: indexOf(phrases, 'en'),
    zh: indexOf(phrases, 'zh'),
    ar: indexOf(phrases, 'ar'),
  };

  function translateSentence(sentence: string, { source, target }: TranslationJob): string | null {
    const found = find(sentence, source, index[source]);
    if (found) return render(found, sentence, target);
    const comma = sentence.search(/[,，،]\s*\D/u);
    if (comma < 0) return null;
    const opener = find(sentence.slice(0, comma), source, index[source]);
    const rest = find(sentence.slice(comma + 1), source, index[source]);
    if (!opener?.phrase.opener || !rest) return null;
    const first = render(opener, '.', target);
    const second = render(rest, sentence, target);
    return first === null || second === null ? null : joinSentences([first, second], target);
  }

  return {
    size: phrases.length,
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

interface Found {
  phrase: Phrase;
  values: ReadonlyMap<SlotKind, SlotValue>;
}

function find(sentence: string, language: Language, index: ReadonlyMap<string, Phrase>): Found | null {
  const slotted = extractSlots(sentence, language);
  if (!slotted) return null;
  const key = phraseKey(slotted.pattern, language);
  const marked = isQuestion(sentence);
  const phrase = index.get(marked || !asksWithoutMark(key, language) ? keyOf(key, marked) : keyOf(key, true));
  return phrase ? { phrase, values: slotted.values } : null;
}

/** Fills the phrase's first wording and ends it as the source ends: a statement without a full stop stays without one. */
function render({ phrase, values }: Found, sentence: string, target: Language): string | null {
  let text = phrase[target][0];
  for (const kind of SLOT_KINDS) {
    if (!text.includes(`{${kind}}`)) continue;
    const value = values.get(kind)?.(target);
    if (value === null || value === undefined) return null;
    text = text.replace(`{${kind}}`, () => value);
  }
  if (isQuestion(text)) return text;
  return text.replace(/[.。]$/, '') + statementEnd(sentence, target);
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

function keyOf(key: string, question: boolean): string {
  return question ? `${key}?` : key;
}

function indexOf(phrases: readonly Phrase[], language: Language): ReadonlyMap<string, Phrase> {
  const index = new Map<string, Phrase>();
  for (const phrase of phrases) {
    for (const wording of phrase[language]) {
      const key = wordingKey(wording, language);
      const other = index.get(key);
      if (other) throw new Error(`Phrases ${other.id} and ${phrase.id} share the wording "${wording}"`);
      index.set(key, phrase);
    }
  }
  return index;
}

/** The key of a wording from the data, slots and all. */
function wordingKey(wording: string, language: Language): string {
  const marked = SLOT_KINDS.reduce(
    (text, kind) => text.replace(`{${kind}}`, ` ${slotMarker(kind)} `),
    wording,
  );
  return keyOf(phraseKey(marked, language), isQuestion(wording));
}
