import { type Database, type ScopedStatement, sqlState } from '../../db/database.ts';
import type { LiveTable } from './catalog.ts';
import type { Subscriber } from './subscriptions.ts';

/** A query to row-level security: which rows of one table one subscriber may see. */
export interface VisibilityQuery {
  subscriber: Subscriber;
  table: LiveTable;
  /** JSON texts: the keys of rows that are there ({@link Change.key}), or rows that were deleted. */
  rows: Set<string>;
  /**
   * Null for existing rows. For deleted rows the condition of the SELECT policies ({@link
   * SelectPolicy.condition}): a deleted row cannot be looked up.
   */
  deletedPolicy: string | null;
}

/**
 * Per query: the visible rows, `forbidden` without the right to read the key, `failed` when the
 * database could not say.
 */
export type VisibilityResult = ReadonlySet<string> | 'forbidden' | 'failed';

/**
 * Error codes of a database in trouble; any other error comes from the policies and would repeat.
 */
const TRANSIENT = /^(08|40|53|55|57|58|XX)/;

/** Above this many, the queries run on several connections at once. */
const QUERIES_PER_CONNECTION = 16;
const MOST_CONNECTIONS = 4;

/**
 * Queries as each subscriber, many on one connection without waiting in between: the role and the
 * claims hold for one statement's transaction only.
 * @returns the results in the order of the queries
 */
export async function queryVisibility(
  db: Database,
  queries: readonly VisibilityQuery[],
): Promise<VisibilityResult[]> {
  const lanes = Math.min(MOST_CONNECTIONS, Math.ceil(queries.length / QUERIES_PER_CONNECTION));
  const size = Math.ceil(queries.length / Math.max(1, lanes));
  const parts = Array.from({ length: lanes }, (_, lane) => queries.slice(lane * size, (lane + 1) * size));
  return (await Promise.all(parts.map((part) => queryOnOneConnection(db, part)))).flat();
}

async function queryOnOneConnection(
  db: Database,
  queries: readonly VisibilityQuery[],
): Promise<VisibilityResult[]> {
  const rows = queries.map((query) => [...query.rows]);
  try {
    const outcomes = await db.requestMany<{ n: number }>(
      queries.map((query, at) => toStatement(query, rows[at] ?? [])),
    );
    return outcomes.map((outcome, at) => {
      if (outcome.status === 'rejected') return refused(sqlState(outcome.reason));
      return new Set(outcome.value.map(({ n }) => rows[at]?.[n - 1] ?? ''));
    });
  } catch {
    // No connection is available.
    return queries.map(() => 'failed' as const);
  }
}

/**
 * A policy that raises an error for a subscriber hides the row from it, as it does when the
 * subscriber reads the table.
 */
function refused(code: string | undefined): VisibilityResult {
  if (code === '42501') return 'forbidden';
  return code === undefined || TRANSIENT.test(code) ? 'failed' : new Set();
}

function toStatement(
  { subscriber, table, deletedPolicy }: VisibilityQuery,
  rows: readonly string[],
): ScopedStatement {
  // Planning takes longer than the query, and the key leads to the rows in any case.
  const scope = { role: subscriber.role, claims: subscriber.claims, readOnly: true, onePlan: true };
  const statement =
    deletedPolicy === null
      ? { text: `select k.n::int4 as n from ${keyJoin(table)}`, values: keyColumns(table, rows) }
      : { text: deletedRows(table, deletedPolicy), values: [rows] };
  return { scope, statement };
}

/**
 * The deleted rows that pass the policies. They take the table's name and columns, because the
 * policies' text refers to these.
 */
function deletedRows(table: LiveTable, policy: string): string {
  const name = `${quoted(table.schema)}.${quoted(table.name)}`;
  return `select deleted_row.n::int4 as n
    from pg_catalog.unnest($1::pg_catalog.text[]) with ordinality as deleted_row(json, n)
    where exists (
      select from pg_catalog.jsonb_populate_record(null::${name}, deleted_row.json::pg_catalog.jsonb) as ${quoted(table.name)}
      where ${policy})`;
}

/**
 * Keys go in as one array a column and come back by their place, so that no value has to be printed
 * twice alike.
 */
function keyJoin(table: LiveTable): string {
  const arrays = table.key.map(({ sqlType }, at) => `$${at + 1}::${sqlType}[]`).join(', ');
  const names = table.key.map((_, at) => `k${at}`).join(', ');
  const equal = table.key.map(({ name }, at) => `t.${quoted(name)} = k.k${at}`).join(' and ');
  return `unnest(${arrays}) with ordinality as k(${names}, n)
    join ${quoted(table.schema)}.${quoted(table.name)} t on ${equal}`;
}

function keyColumns(table: LiveTable, keys: readonly string[]): string[][] {
  const parsed = keys.map((key) => JSON.parse(key) as string[]);
  return table.key.map((_, at) => parsed.map((texts) => texts[at] ?? ''));
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
