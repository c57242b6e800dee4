import type { LiveTable, TableRights } from './catalog.ts';
import type { Change, RowText } from './change.ts';

/** The `data` of a postgres_changes push (supabase-protocol 4.4). Pure. */

/** Larger rows are cut down to their short values. */
const MAX_RECORD_BYTES = 1_048_576;
/** The limit for short values: 64 bytes, and a string's quotation marks. */
const SHORT_VALUE_BYTES = 66;

export type PayloadError = 'no-key' | 'unauthorized';

const ERRORS: Record<PayloadError, string> = {
  'no-key': 'Error 400: Bad Request, no primary key',
  unauthorized: 'Error 401: Unauthorized',
};

/** @returns JSON text that says why a change is not told. */
export function refusalPayload(change: Change, error: PayloadError): string {
  const rows = change.type === 'DELETE' ? '"old_record":{}' : '"record":{}';
  return `{${common(change)},"columns":[],${rows},"errors":${JSON.stringify([ERRORS[error]])}}`;
}

/**
 * @param rights of the subscriber's role: other columns are left out
 * @param select columns that the bindings ask for; null for all
 * @returns JSON text
 */
export function changePayload(
  change: Change,
  table: LiveTable,
  rights: TableRights,
  select: ReadonlySet<string> | null,
): string {
  const readable = (name: string) =>
    (rights.whole || rights.columns.has(name)) && (select === null || select.has(name));
  const columns = table.columns
    .filter(({ name }) => readable(name))
    .map(({ name, type }) => ({ name, type }));
  const isKey = (name: string) => table.key.some((column) => column.name === name);
  const everything = rights.whole && select === null;

  const tooLarge = change.record !== null && Buffer.byteLength(change.record.json) > MAX_RECORD_BYTES;
  const fits = (json: string) => !tooLarge || Buffer.byteLength(json) <= SHORT_VALUE_BYTES;
  const cut = (row: RowText, keep: (name: string) => boolean) =>
    row.only((name, json) => keep(name) && readable(name) && fits(json));

  const rows: string[] = [];
  if (change.type !== 'DELETE' && change.record) {
    const record = everything && !tooLarge ? change.record.json : cut(change.record, () => true);
    rows.push(`"record":${record}`);
  }
  if (change.type !== 'INSERT' && change.old) {
    rows.push(`"old_record":${cut(change.old, tellsWholeOld(change, table, rights) ? () => true : isKey)}`);
  }
  const errors = tooLarge ? '["Error 413: Payload Too Large"]' : 'null';
  return `{${common(change)},"columns":${JSON.stringify(columns)},${rows.join(',')},"errors":${errors}}`;
}

/**
 * Under row-level security the key is all that is told of a deleted row, as on Supabase, and of an
 * earlier row that its policies may have hidden: the values that they look at have changed.
 */
function tellsWholeOld(
  { type, old, record, wholeOld }: Change,
  table: LiveTable,
  { policy }: TableRights,
): boolean {
  if (!wholeOld || type === 'DELETE') return wholeOld && !table.rowSecurity;
  if (policy === null) return true;
  if (policy.columns === 'all') return false;
  return [...policy.columns].every((name) => old?.fields().get(name) === record?.fields().get(name));
}

function common({ schema, table, type, commitTimestamp }: Change): string {
  return `"schema":${JSON.stringify(schema)},"table":${JSON.stringify(table)},"type":"${type}","commit_timestamp":"${commitTimestamp}"`;
}
