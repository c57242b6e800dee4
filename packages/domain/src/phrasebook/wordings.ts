import type { Language } from '../languages.ts';
import { looseKey, phraseKey } from './normalize.ts';
import { isSlotKind, SLOT, type SlotKind, slotMarker } from './slot-kinds.ts';

/** A wording with more readings than this is a mistake. */
export const MOST_READINGS = 500;

/**
 * @param wording with alternatives `(a|b)`, optional parts `[a]` and words that agree
 * `{item?is:are}`
 * @returns every plain wording that it expands to
 * @throws {Error} for unbalanced brackets, and for more readings than `MOST_READINGS`
 */
export function expandWording(wording: string): string[] {
  const agreeing = wording.replace(SLOT, (slot, _kind, _oblique, first?: string, second?: string) =>
    first === undefined ? slot : `(${first}|${second})`,
  );
  let rest = agreeing;
  const read = (end: string): string[] => {
    let branches: string[] = [];
    let current = [''];
    while (rest !== '' && !end.includes(rest.charAt(0))) {
      const character = /^[^()[\]|]+|^./su.exec(rest)?.[0] ?? '';
      rest = rest.slice(character.length);
      if (character === '(' || character === '[') {
        const close = character === '(' ? ')' : ']';
        const options = character === '(' ? read(close) : ['', ...read(close)];
        if (rest.charAt(0) !== close) throw new Error(`A bracket is open in "${wording}"`);
        rest = rest.slice(1);
        current = current.flatMap((before) => options.map((option) => before + option));
      } else if (character === ')' || character === ']') {
        throw new Error(`A bracket is not open in "${wording}"`);
      } else if (character === '|' && end !== '') {
        branches = [...branches, ...current];
        current = [''];
      } else {
        current = current.map((before) => before + character);
      }
      if (current.length + branches.length > MOST_READINGS)
        throw new Error(`Too many readings: "${wording}"`);
    }
    return [...branches, ...current];
  };
  return [...new Set(read(''))];
}

/** @returns whether a sentence or a wording ends as a question. */
export function isQuestion(sentence: string): boolean {
  return /[?？؟][!！]*\s*$/u.test(sentence);
}

/** @returns the key of a plain wording from the data, slots and all. */
export function wordingKey(wording: string, language: Language): string {
  const marked = wording.replace(SLOT, (slot, kind: string) =>
    isSlotKind(kind) ? ` ${slotMarker(kind)} ` : slot,
  );
  return keyOf(phraseKey(marked, language), isQuestion(wording), language);
}

/** @returns the key of a statement or of a question. */
export function keyOf(key: string, question: boolean, language: Language): string {
  const loose = looseKey(key, language);
  return question ? `${loose}?` : loose;
}

/** Writes a slot's value; null or undefined when it has none. */
export type SlotWriter = (kind: SlotKind, oblique: boolean) => string | null | undefined;

/**
 * Puts values into a plain wording.
 * @param write gives the text of a slot
 * @param takesSecondForm whether words that agree with a slot take their second form
 * @returns null when a slot stays empty
 */
export function fillWording(
  wording: string,
  write: SlotWriter,
  takesSecondForm: (kind: SlotKind) => boolean = () => false,
): string | null {
  let complete = true;
  const text = wording.replace(
    SLOT,
    (_slot, kind: string, oblique: string | undefined, first?: string, second?: string) => {
      if (!isSlotKind(kind)) complete = false;
      else if (first !== undefined) return (takesSecondForm(kind) ? second : first) ?? '';
      const value = isSlotKind(kind) ? write(kind, oblique !== undefined) : null;
      complete &&= value !== null && value !== undefined;
      return value ?? '';
    },
  );
  return complete ? text : null;
}
