import type { Binder } from './binder.ts';

/** What the building of one statement shares. */
export interface ReadContext {
  binder: Binder;
  types: ReadonlyMap<string, string>;
  limits: AnswerLimits;
  /** How many aliases were given so far. */
  aliases: number;
}

/** How much one answer may hold. */
export interface AnswerLimits {
  /** Rows of the page, and of each embedded resource of a row. */
  maxRows: number;
  /** Bytes of all rows together, as JSON or CSV. */
  answerBytes: number;
  /** Rows that the embedded resources of one request may have altogether. */
  embeddedRows: number;
}
