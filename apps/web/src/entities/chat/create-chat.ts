import type { ChatRow } from '@/shared/api/database-types.ts';
import { insertOnce } from '@/shared/api/insert-once.ts';
import type { Supabase } from '@/shared/api/supabase.ts';

/**
 * Creates a chat session (specification 4.5).
 * @param chat its id, the same for each attempt; the vendor alone for a QR code, both people for a
 * chat started from the contacts
 * @returns the chat's row
 * @throws PostgrestError when row-level security refuses it or the server cannot be reached.
 */
export async function createChat(
  supabase: Supabase,
  { id, vendorId, visitorId }: { id: string; vendorId: string; visitorId?: string },
): Promise<ChatRow> {
  const chats = supabase.from('sessions');
  const chat = { id, vendor_id: vendorId, visitor_id: visitorId ?? null, status: 'active' as const };
  const insert = chats.insert(chat).select().single();
  return insertOnce(insert, () => chats.select().eq('id', id).maybeSingle().throwOnError());
}
