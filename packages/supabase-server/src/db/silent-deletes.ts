import type { Queryable } from './database.ts';

/**
 * Suppresses live notifications of deleted rows of these tables for the rest of the transaction
 * `tx` (platform/03_realtime.sql). A database that is a Supabase's ignores it.
 * @param tables with their schemas, such as `public.messages`
 */
export async function deleteSilently(tx: Queryable, tables: readonly string[]): Promise<void> {
  await tx.query(`select set_config('dragoman.untold_deletes', $1, true)`, [tables.join(',')]);
}
