import type { CalendarDay } from '../phrasebook/dates.ts';

/** The kinds of facts gathered from a chat, in the order in which they are shown. */
export const FACT_KINDS = ['price', 'quantity', 'date', 'contact'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** The meaning that a rule recognised, so that it can be written in another language. */
export type FactMeaning =
  /** Understood as what it is, not as more than its letters: it is shown as it was written. */
  | { kind: 'as-written' }
  /** `number` has ASCII digits, grouping commas, and both ends of a range. */
  | { kind: 'quantity'; number: string; unit: string }
  | { kind: 'day'; day: CalendarDay };

/** A fact found in a message, and its position. */
export interface FoundFact {
  kind: FactKind;
  /** The fact as it was written. */
  text: string;
  /** Place in the message, in UTF-16 units. */
  start: number;
  end: number;
  /** The same for two spellings of one thing: "5,000 pcs", "5000件" and "٥٠٠٠ قطعة". */
  key: string;
  meaning: FactMeaning;
}
