import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chatKeys } from '../model/chat-keys.ts';
import { type MessageHistory, withoutHistory } from '../model/message-history.ts';

/** Messages of a chat that stay in memory when it is left. */
const KEPT_MESSAGES = 200;

/** Unloads a long history when its chat is left. */
export function useUnloadHistory(chatId: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      queryClient.setQueryData<MessageHistory>(
        chatKeys.messageHistory(chatId),
        (history) => history && withoutHistory(history, KEPT_MESSAGES),
      );
    },
    [queryClient, chatId],
  );
}
