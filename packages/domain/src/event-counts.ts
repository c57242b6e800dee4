import type { Language } from './languages.ts';

// Counts of the whole event for the administrators: GET /organiser/v1/overview (docs/adr/0033).

/** The number of all, and of those of today. */
export interface Count {
  all: number;
  today: number;
}

/** Numbers only: no names and no message content. */
export interface EventCounts {
  vendors: Count;
  /** Guests among them. */
  visitors: Count;
  /** Visitors without an address. */
  guests: Count;
  /** Sessions in which two people are. */
  chats: Count;
  messages: Count;
  /** Messages that have a translation. */
  translated: Count;
  /** The counts by the language of writing. */
  languages: Record<Language, Count>;
  /** People by the language they read in. */
  readers: Record<Language, number>;
}
