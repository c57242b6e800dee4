import type { Queryable } from '../db/database.ts';
import { deleteSilently } from '../db/silent-deletes.ts';

/** Tables whose rows go by the hundred thousand with a chat. Live readers are told of the chat's end. */
const WITH_A_CHAT = ['public.messages', 'public.message_translations', 'public.session_reads'];

/** For the rest of the transaction `tx`, live readers are not told of each row that is deleted with its chat. */
export function deleteChatsSilently(tx: Queryable): Promise<void> {
  return deleteSilently(tx, WITH_A_CHAT);
}
