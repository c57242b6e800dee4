import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chatKeys } from '../model/chat-keys.ts';
import { type Thread, withoutHistory } from '../model/thread.ts';

/** Messages of a chat that stay in memory when it is left. */
const KEPT_MESSAGES = 200;

/** Unloads a long history when its chat is left. */
export function useLeftHistory(sessionId: string): void {
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      queryClient.setQueryData<Thread>(
        chatKeys.thread(sessionId),
        (thread) => thread && withoutHistory(thread, KEPT_MESSAGES),
      );
    },
    [queryClient, sessionId],
  );
}
