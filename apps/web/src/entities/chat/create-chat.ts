import type { ChatRow } from '@/shared/api/database-types.ts';
import type { Supabase } from '@/shared/api/supabase.ts';

/**
 * Creates a chat session (specification 4.5).
 * @param parties the vendor alone for a QR code; both for a chat started from the contacts
 * @throws PostgrestError when row-level security refuses it or the server cannot be reached.
 */
export async function createChat(
  supabase: Supabase,
  parties: { vendorId: string; visitorId?: string },
): Promise<ChatRow> {
  const { data } = await supabase
    .from('sessions')
    .insert({
      vendor_id: parties.vendorId,
      ...(parties.visitorId ? { visitor_id: parties.visitorId } : {}),
      status: 'active',
    })
    .select()
    .single()
    .throwOnError();
  return data;
}
