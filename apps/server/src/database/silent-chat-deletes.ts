import type { Queryable } from '@dragoman/supabase-server/db/database';
import { deleteSilently } from '@dragoman/supabase-server/db/silent-deletes';

/**
 * Tables whose rows go by the hundred thousand with a chat. Live readers are notified of the chat's
 * end.
 */
const WITH_A_CHAT = [
  'public.messages',
  'public.message_translations',
  'public.message_reactions',
  'public.hidden_messages',
  'public.session_reads',
];

/**
 * Suppresses live notifications of rows deleted with their chat, for the rest of the transaction
 * `tx`.
 */
export function deleteChatsSilently(tx: Queryable): Promise<void> {
  return deleteSilently(tx, WITH_A_CHAT);
}
