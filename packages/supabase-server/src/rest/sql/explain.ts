import type { Statement } from '../../db/database.ts';
import type { PlanRequest } from '../parse/media-type.ts';

/** A row of what EXPLAIN gives: one line of text, or all of it as JSON. */
export interface PlanRow {
  'QUERY PLAN': unknown;
}

/**
 * @returns the statement that tells how another is executed; with `analyze` it is executed as well
 */
export function explainStatement({ text, values = [] }: Statement, plan: PlanRequest): Statement {
  const options = [...plan.options, `format ${plan.format}`].join(', ');
  return { text: `explain (${options}) ${text}`, values };
}

/** @returns the body of the response */
export function planBody(rows: readonly PlanRow[], { format }: PlanRequest): string {
  return format === 'json'
    ? JSON.stringify(rows[0]?.['QUERY PLAN'])
    : rows.map((row) => row['QUERY PLAN']).join('\n');
}
