import type { Language } from '@dragoman/domain/languages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { type Chat, participant } from '../model/chat.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage, MessageSender } from '../model/chat-message.ts';

/**
 * @param messages those of the chat
 * @param viewerLanguage of the guest of a conversation face to face who has not joined yet
 * @returns a function that finds the person whose words a message has
 */
export function useSenderOf(
  chat: Chat,
  messages: readonly ChatMessage[],
  viewerLanguage: Language,
): (message: ChatMessage) => MessageSender | null {
  const { t } = useTranslation();
  const colleagues = useColleagues(chat, messages);
  return useMemo(() => {
    const guest = { id: '', name: t('chat.guest'), language: viewerLanguage, avatar_url: null };
    return (message) =>
      message.said_by === 'visitor'
        ? (chat.visitor ?? guest)
        : (participant(chat, message.sender_id) ??
          message.sender ??
          colleagues.get(message.sender_id) ??
          null);
  }, [chat, colleagues, viewerLanguage, t]);
}

/**
 * The members of the vendor's team who write in the chat (docs/adr/0083-booth-teams.md). Live changes
 * come without their sender, so that those whom history does not name are read once.
 */
function useColleagues(chat: Chat, messages: readonly ChatMessage[]): ReadonlyMap<string, MessageSender> {
  const supabase = useSupabase();
  const { named, unnamed } = useMemo(() => {
    const named = new Map<string, MessageSender>();
    const unnamed = new Set<string>();
    for (const { sender_id, sender } of messages) {
      if (participant(chat, sender_id)) continue;
      if (sender) named.set(sender_id, sender);
      else unnamed.add(sender_id);
    }
    for (const id of named.keys()) unnamed.delete(id);
    return { named, unnamed: [...unnamed].sort() };
  }, [chat, messages]);
  const read = useQuery(
    queryOptions({
      queryKey: chatKeys.senders(chat.id, unnamed),
      enabled: unnamed.length > 0,
      queryFn: () => fetchSenders(supabase, unnamed),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ).data;
  return useMemo(
    () => (read ? new Map([...named, ...read.map((sender) => [sender.id, sender] as const)]) : named),
    [named, read],
  );
}

async function fetchSenders(supabase: Supabase, ids: readonly string[]): Promise<MessageSender[]> {
  const { data } = await supabase
    .from('shared_profiles')
    .select('id,name,language,avatar_url')
    .in('id', ids)
    .throwOnError();
  return data;
}
