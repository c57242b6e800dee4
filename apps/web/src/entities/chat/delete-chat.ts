import type { Supabase } from '@/shared/api/supabase.ts';

/**
 * Deletes a chat that no visitor has joined, with its messages.
 * @returns false when a visitor has joined it, or it is gone already
 * @throws PostgrestError when the server cannot be reached
 */
export async function deleteChat(supabase: Supabase, chatId: string): Promise<boolean> {
  const { data } = await supabase.from('sessions').delete().eq('id', chatId).select('id').throwOnError();
  return data.length > 0;
}
