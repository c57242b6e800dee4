import type { Statement } from '../../db/database.ts';
import type { Relation } from '../schema/model.ts';
import type { ReadStatements } from '../sql/read-statement.ts';
import type { Write } from '../sql/write-statement.ts';

/** Everything about a read but the caller: the same URL is asked for again and again. */
export interface ReadPlan {
  statements: ReadStatements;
  offset: number;
  /** Milliseconds that its statements may take; null: as others. */
  timeoutMs: number | null;
}

/**
 * Everything about a write but the caller and the rows: the same shape is written again and again.
 */
export interface WritePlan {
  relation: Relation;
  write: Write;
  statement: Statement;
  /** Milliseconds that it may take; null: as others. */
  timeoutMs: number | null;
}
