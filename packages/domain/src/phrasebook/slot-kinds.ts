import type { Language } from '../languages.ts';
import { TERM_SLOTS } from './phrase.ts';

/**
 * Slots that are recognised by the way they are written. In the order of reading: a date is no
 * code.
 */
export const WRITTEN_SLOTS = [
  'email',
  'certificate',
  'incoterm',
  'date',
  'time',
  'percent',
  'money',
  'quantity',
  'phone',
  'code',
] as const;
export type WrittenSlot = (typeof WRITTEN_SLOTS)[number];

/** Kinds of which a sentence may hold two: "{percent} in advance, {percent2} before shipment". */
export const SECOND_SLOTS = {
  percent: 'percent2',
  money: 'money2',
  quantity: 'quantity2',
  time: 'time2',
} as const;

/** Every kind of slot: those above, those that a term fills, and a counted product. */
export const SLOT_KINDS = [...WRITTEN_SLOTS, ...Object.values(SECOND_SLOTS), ...TERM_SLOTS, 'goods'] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/**
 * A slot in a wording: `{money}`, in Arabic also `{quantity:oblique}`; or a word that agrees with a
 * slot's value, `{item?is:are}`: for one and for several in English, for masculine and feminine in
 * Arabic.
 */
export const SLOT = /\{(\w+)(?:(:oblique)|\?([^{}:]*):([^{}:]*))?\}/g;

/** @returns the character that represents a slot of `kind` in a pattern */
export function slotMarker(kind: SlotKind): string {
  return String.fromCharCode(0xe000 + SLOT_KINDS.indexOf(kind));
}

/** @returns whether `name` is a kind of slot. */
export function isSlotKind(name: string): name is SlotKind {
  return (SLOT_KINDS as readonly string[]).includes(name);
}

/** A slot's value. */
export interface SlotValue {
  /** @returns the value as `target` writes it; null when that is not known for sure. */
  write(target: Language, oblique: boolean): string | null;
  /**
   * Checks whether the words around the value take their second form: plural in English, feminine
   * in Arabic.
   */
  takesSecondForm?(target: Language): boolean;
  /** The number of a quantity or of a code that is a number, in ASCII digits as it was written. */
  number?: string;
}

export type SlotValues = ReadonlyMap<SlotKind, SlotValue>;
