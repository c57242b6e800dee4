import type { ChatRow } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import type { Supabase } from '@/shared/api/supabase.ts';

/** The database's word for an id that it has already. */
const IS_THERE = '23505';

/**
 * Creates a chat session (specification 4.5). An id that is there already means that an earlier
 * attempt got through and its answer was lost: the chat is that one.
 * @param chat its id, the same for each attempt; the vendor alone for a QR code, both people for a
 * chat started from the contacts
 * @returns the chat's row
 * @throws PostgrestError when row-level security refuses it or the server cannot be reached.
 */
export async function createChat(
  supabase: Supabase,
  { id, vendorId, visitorId }: { id: string; vendorId: string; visitorId?: string },
): Promise<ChatRow> {
  const { data, error } = await supabase
    .from('sessions')
    .insert({
      id,
      vendor_id: vendorId,
      ...(visitorId ? { visitor_id: visitorId } : {}),
      status: 'active',
    })
    .select()
    .single();
  if (!error) return data;
  if (errorCode(error) !== IS_THERE) throw error;
  return (await supabase.from('sessions').select().eq('id', id).single().throwOnError()).data;
}
