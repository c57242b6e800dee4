import type { Binder } from './binder.ts';

/** The state shared while one statement is built. */
export interface ReadContext {
  binder: Binder;
  types: ReadonlyMap<string, string>;
  limits: ResponseLimits;
  /** The number of aliases used so far. */
  aliases: number;
}

/** Limits of one response. */
export interface ResponseLimits {
  /** Rows of the page, and of each embedded resource of a row. */
  maxRows: number;
  /** Bytes of all rows together, as JSON or CSV. */
  answerBytes: number;
  /** Rows that the embedded resources of one request may have altogether. */
  embeddedRows: number;
}
