import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { withOwnMark } from '@/entities/chat/chat-list-item.ts';
import { updateChatList } from '@/entities/chat/chat-list-query.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';
import type { Chat } from '../model/chat.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { markToSend, type ReadMark, withMark } from './read-marks.ts';
import { readMarksQuery, readMutation } from './read-marks-query.ts';

/** Messages come in bursts; one mark is sent for all that arrive within this time, in ms. */
const SETTLE_MS = 400;

/**
 * Marks a chat as read, for the unread counts and the other side's read signs: only while the page
 * can be seen and its end is on the screen.
 * @param newest created_at of the newest message on the server; null for an empty chat, undefined
 * while it is not loaded
 */
export function useMarkRead(
  chat: Chat,
  myId: string,
  newest: string | null | undefined,
  atEnd: boolean,
): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const visible = usePageVisible();
  const { id: chatId, joined_at: joinedAt } = chat;
  const marks = useQuery(readMarksQuery(supabase, chatId)).data;
  const own = marks?.find(({ profile_id }) => profile_id === myId);
  const wanted = marks && newest !== undefined ? markToSend(newest, own, joinedAt) : undefined;
  const due = wanted !== undefined && visible && atEnd;

  const { mutate } = useMutation({
    ...readMutation(supabase, chatId),
    onSuccess(mark) {
      queryClient.setQueryData<readonly ReadMark[]>(
        chatKeys.marks(chatId),
        (known) => known && withMark(known, mark),
      );
      updateChatList(queryClient, myId, (list) => withOwnMark(list, mark) ?? list);
    },
  });

  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(() => mutate(wanted), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [due, wanted, mutate]);
}
