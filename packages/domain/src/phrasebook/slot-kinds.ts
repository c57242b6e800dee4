import { TERM_SLOTS } from './phrase.ts';

/** Slots that are recognised by the way they are written. In the order of reading: what is a date is no code. */
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

/** Every kind of slot: those above, and those that a term fills. */
export const SLOT_KINDS = [...WRITTEN_SLOTS, ...TERM_SLOTS] as const;
export type SlotKind = (typeof SLOT_KINDS)[number];

/** A slot in a wording: `{money}`, or in Arabic also `{quantity:oblique}`. */
export const SLOT = /\{(\w+)(:oblique)?\}/g;

/** @returns the character that stands for a slot of `kind` in a pattern. */
export function slotMarker(kind: SlotKind): string {
  return String.fromCharCode(0xe000 + SLOT_KINDS.indexOf(kind));
}

/** @returns whether `name` is a kind of slot. */
export function isSlotKind(name: string): name is SlotKind {
  return (SLOT_KINDS as readonly string[]).includes(name);
}
