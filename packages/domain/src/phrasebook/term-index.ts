import type { Language } from '../languages.ts';
import { looseKey, phraseKey } from './normalize.ts';
import type { Term, TermGroup, TermSlot } from './phrase.ts';
import {
  isSlotKind,
  SLOT,
  SLOT_KINDS,
  type SlotKind,
  type SlotValue,
  type SlotValues,
  slotMarker,
} from './slot-kinds.ts';
import { arabicCount } from './slot-units.ts';
import { expandWording, fillWording } from './wordings.ts';

/** The longest term, in words; in Chinese, in characters. */
const LONGEST: Record<Language, number> = { en: 6, zh: 14, ar: 5 };

/** No phrase with a term in it is longer, in characters; longer text is not searched. */
const LONGEST_KEY = 120;

/** A term that was found in a key, and the key with a marker in its place. */
export interface TermInKey {
  pattern: string;
  slot: SlotKind;
  /**
   * @param values of the other slots: terms such as "next {weekday}" and "5 chairs" are made of
   * them
   */
  value(values: SlotValues): SlotValue;
  /** Slots that the term has taken in. */
  takes: readonly SlotKind[];
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
  const inSlots = new Map<string, SlotTerm[]>();
  const counted = new Map<string, Term>();

  for (const { slot, inPhrasesOnly, terms } of groups) {
    for (const term of terms) {
      const plural = language === 'zh' ? undefined : term.plural?.[language];
      const forms = term[language].flatMap(expandWording).map((form) => ({ form, plural: false }));
      for (const entry of plural ? [...forms, { form: plural, plural: true }] : forms) {
        const key = termKey(entry.form, language);
        if (!inPhrasesOnly) {
          const other = whole.get(key);
          if (other && other.term !== term) {
            throw new Error(`Terms ${other.term.id} and ${term.id} share the form "${entry.form}"`);
          }
          // The singular answers where singular and plural look alike.
          if (!other) whole.set(key, { term, plural: entry.plural });
        }
        if (slot && (entry.plural || !plural)) {
          const known = inSlots.get(key) ?? [];
          if (!known.some((each) => each.term === term)) inSlots.set(key, [...known, { slot, term }]);
        }
        if (slot && term.measure) counted.set(key, term);
      }
      if (slot && term.measure && language === 'ar')
        counted.set(termKey(accusative(term.ar[0] ?? '') ?? '', 'ar'), term);
    }
  }

  return {
    whole(key) {
      const found = whole.get(key);
      if (!found) return null;
      return {
        write: (target) => (found.plural ? slotForm(found.term, target) : (found.term[target][0] ?? null)),
      };
    },
    within(key) {
      const found: TermInKey[] = [];
      if (key.length > LONGEST_KEY) return found;
      for (const [start, end] of spans(key, language)) {
        const text = key.slice(start, end);
        for (const { slot, term } of inSlots.get(text) ?? []) {
          found.push({
            pattern: `${key.slice(0, start)} ${slotMarker(slot)} ${key.slice(end)}`,
            slot,
            value: (values) => termValue(term, values),
            takes: slotsIn(text),
          });
        }
        const thing = counted.get(text);
        const number = thing && COUNT_BEFORE.exec(key.slice(0, start));
        if (!number) continue;
        const kind = number[1] === slotMarker('quantity') ? 'quantity' : 'code';
        found.push({
          pattern: `${key.slice(0, number.index)} ${slotMarker('goods')} ${key.slice(end)}`,
          slot: 'goods',
          value: (values) => ({
            write: (target) => goodsText(values.get(kind)?.number, thing, target),
          }),
          takes: [kind],
        });
      }
      return found;
    },
  };
}

/** A number, in Chinese with its measure word, right before a thing that is counted. */
const COUNT_BEFORE = new RegExp(`([${slotMarker('quantity')}${slotMarker('code')}])\\s*(?:的\\s*)?$`, 'u');

function slotsIn(text: string): SlotKind[] {
  return SLOT_KINDS.filter((kind) => text.includes(slotMarker(kind)));
}

function termValue(term: Term, values: SlotValues): SlotValue {
  return {
    write: (target, oblique) =>
      fillWording(slotForm(term, target) ?? '', (kind, inOblique) =>
        values.get(kind)?.write(target, oblique || inOblique),
      ),
    takesSecondForm: (target) => target !== 'zh' && (term.secondForm?.includes(target) ?? false),
  };
}

/**
 * @returns a number of things as `target` counts them; null when the form is not known for sure.
 */
function goodsText(number: string | undefined, term: Term, target: Language): string | null {
  const value = Number(number?.replaceAll(',', ''));
  if (number === undefined || !Number.isSafeInteger(value) || value < 1 || !term.measure) return null;
  switch (target) {
    case 'zh':
      return `${number}${term.measure}${term.zh[0] ?? ''}`;
    case 'en':
      return `${number} ${value === 1 ? term.en[0] : term.plural?.en}`;
    case 'ar': {
      const singular = term.ar[0] ?? '';
      const form = { few: term.plural?.ar, many: accusative(singular), other: singular }[
        arabicCount(value) as string
      ];
      return form ? `${number} ${form}` : null;
    }
  }
}

/**
 * @returns the form of an Arabic noun after 11 to 99; null for several words, whose form is unknown
 */
function accusative(singular: string): string | null {
  if (/[\s\u064B-\u065F]/.test(singular)) return null;
  return /[ةىاء]$/.test(singular) ? (singular.endsWith('ة') ? singular : null) : `${singular}ًا`;
}

/** @returns the form of a term that fills a slot */
export function slotForm(term: Term, language: Language): string | null {
  const plural = language === 'zh' ? undefined : term.plural?.[language];
  return plural ?? term[language][0] ?? null;
}

/** @returns the key of a form of a term, with markers for the slots that it is made of. */
export function termKey(form: string, language: Language): string {
  const marked = form.replace(SLOT, (slot, kind: string) =>
    isSlotKind(kind) ? ` ${slotMarker(kind)} ` : slot,
  );
  return looseKey(phraseKey(marked, language), language);
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

/**
 * @returns the values together with that of a term, without those that it has taken in; null when
 * its slot is taken.
 */
export function withTerm(values: SlotValues, { slot, value, takes }: TermInKey): SlotValues | null {
  const left = new Map([...values].filter(([kind]) => !takes.includes(kind)));
  return left.has(slot) ? null : left.set(slot, value(values));
}
