import type { Language } from '../languages.ts';
import { looseKey, phraseKey } from './normalize.ts';
import type { Term, TermGroup, TermSlot } from './phrase.ts';
import { type SlotKind, slotMarker } from './slot-kinds.ts';
import type { SlotValue } from './slots.ts';

/** The longest term, in words; in Chinese, in characters. */
const LONGEST: Record<Language, number> = { en: 5, zh: 14, ar: 5 };

/** No phrase with a term in it is longer, in characters; what is longer is not worth the search. */
const LONGEST_KEY = 120;

/** A term that was found in a key, and the key with a marker in its place. */
export interface TermInKey {
  pattern: string;
  slot: TermSlot;
  value: SlotValue;
}

export interface TermIndex {
  /** @returns what a whole text means that is nothing but a term. */
  whole(key: string): SlotValue | null;
  /** @returns every way to see a term that fills a slot in a key, the longest first. */
  within(key: string): TermInKey[];
}

interface SlotTerm {
  slot: TermSlot;
  term: Term;
}

/**
 * @returns the terms of a language by their keys.
 * @throws {Error} when two terms share a form, for then it would have two meanings.
 */
export function createTermIndex(groups: readonly TermGroup[], language: Language): TermIndex {
  const whole = new Map<string, { term: Term; plural: boolean }>();
  const inSlots = new Map<string, SlotTerm>();

  for (const { slot, terms } of groups) {
    for (const term of terms) {
      const plural = language === 'zh' ? undefined : term.plural?.[language];
      const forms = term[language].map((form) => ({ form, plural: false }));
      for (const entry of plural ? [...forms, { form: plural, plural: true }] : forms) {
        const key = termKey(entry.form, language);
        const other = whole.get(key);
        if (other && other.term !== term) {
          throw new Error(`Terms ${other.term.id} and ${term.id} share the form "${entry.form}"`);
        }
        // Where singular and plural look alike, the singular answers.
        if (!other) whole.set(key, { term, plural: entry.plural });
        if (slot && (entry.plural || !plural)) inSlots.set(key, { slot, term });
      }
    }
  }

  return {
    whole(key) {
      const found = whole.get(key);
      if (!found) return null;
      return (target) => (found.plural ? slotForm(found.term, target) : (found.term[target][0] ?? null));
    },
    within(key) {
      const found: TermInKey[] = [];
      if (key.length > LONGEST_KEY) return found;
      for (const [start, end] of spans(key, language)) {
        const entry = inSlots.get(key.slice(start, end));
        if (!entry) continue;
        found.push({
          pattern: `${key.slice(0, start)} ${slotMarker(entry.slot)} ${key.slice(end)}`,
          slot: entry.slot,
          value: (target) => slotForm(entry.term, target),
        });
      }
      return found;
    },
  };
}

/** @returns the form of a term that stands in a slot. */
export function slotForm(term: Term, language: Language): string | null {
  const plural = language === 'zh' ? undefined : term.plural?.[language];
  return plural ?? term[language][0] ?? null;
}

export function termKey(form: string, language: Language): string {
  return looseKey(phraseKey(form, language), language);
}

/** Start and end of every run of words (in Chinese of characters) of a key, the longest first. */
function* spans(key: string, language: Language): Generator<[start: number, end: number]> {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of key.matchAll(language === 'zh' ? /./gsu : /\S+/g)) {
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  for (let length = Math.min(LONGEST[language], starts.length); length > 0; length--) {
    for (let first = 0; first + length <= starts.length; first++) {
      yield [starts[first] ?? 0, ends[first + length - 1] ?? key.length];
    }
  }
}

/** Values of written slots together with that of a term. */
export function withTerm(
  values: ReadonlyMap<SlotKind, SlotValue>,
  { slot, value }: TermInKey,
): ReadonlyMap<SlotKind, SlotValue> | null {
  return values.has(slot) ? null : new Map([...values, [slot, value]]);
}
