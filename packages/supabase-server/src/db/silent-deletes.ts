import type { Queryable } from './database.ts';

/** The prefix of the message in the write-ahead log that names the tables. */
export const SILENT_DELETES = 'dragoman.silent_deletes';

/**
 * Suppresses live notifications of deleted rows of these tables for the rest of the transaction
 * `tx`: the change feed finds this message before the deletes. A database that is a Supabase's
 * ignores it.
 * @param tables with their schemas, such as `public.messages`
 */
export async function deleteSilently(tx: Queryable, tables: readonly string[]): Promise<void> {
  await tx.query('select pg_logical_emit_message(true, $1, $2)', [SILENT_DELETES, tables.join(',')]);
}
