import type { Reaction } from '@dragoman/domain/message-acts';
import { queryOptions } from '@tanstack/react-query';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { type Reactions, withReaction } from '../model/reactions.ts';

/** Reactions that are read, the latest first: more than a chat shows at once. */
const MOST = 1_000;

/** The reactions of both people of a session. Live changes keep them up to date. */
export function reactionsQuery(supabase: Supabase, chatId: string) {
  return queryOptions({
    queryKey: chatKeys.reactions(chatId),
    queryFn: async ({ client, queryKey }): Promise<Reactions> => {
      const { data } = await supabase
        .from('message_reactions')
        .select('message_id,profile_id,reaction,changed_at')
        .eq('session_id', chatId)
        .order('changed_at', { ascending: false })
        .limit(MOST)
        .throwOnError();
      // A live change may have overtaken the answer.
      return data.reduce(withReaction, client.getQueryData<Reactions>(queryKey) ?? new Map());
    },
    staleTime: 60_000,
    structuralSharing: false,
  });
}

/** Writes the caller's sign on a message; null takes it back. @throws PostgrestError */
export async function saveReaction(
  supabase: Supabase,
  messageId: string,
  profileId: string,
  reaction: Reaction | null,
) {
  const { data } = await supabase
    .from('message_reactions')
    .upsert(
      { message_id: messageId, profile_id: profileId, reaction },
      { onConflict: 'message_id,profile_id' },
    )
    .select('message_id,profile_id,reaction,changed_at')
    .single()
    .throwOnError();
  return data;
}
