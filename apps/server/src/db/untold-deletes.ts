import type { Queryable } from './database.ts';

/** What goes by the hundred thousand with a chat, whose end is told. */
const WITH_A_CHAT = 'public.messages,public.message_translations,public.session_reads';

/**
 * In the transaction `tx`, live readers are not told of each message that is deleted with its chat (platform/03_realtime.sql): they hear of the
 * chat. A database that is a Supabase's passes over it.
 */
export async function deleteMessagesUntold(tx: Queryable): Promise<void> {
  await tx.query(`select set_config('dragoman.untold_deletes', $1, true)`, [WITH_A_CHAT]);
}
