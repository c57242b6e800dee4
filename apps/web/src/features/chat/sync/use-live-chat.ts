import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import type { Chat } from '../model/chat.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { type Connection, startLiveChat } from './live-chat.ts';
import type { Sending } from './outbox-runtime.ts';

export interface LiveState {
  connection: Connection;
  /**
   * created_at of the newest message (null: none) when all that had been missed was there first;
   * undefined before.
   */
  caughtUpTo: string | null | undefined;
}

const NOT_YET: LiveState = { connection: 'connecting', caughtUpTo: undefined };

/** Keeps the chat of a session up to date while the component is there. */
export function useLiveChat(chat: Chat, me: Profile, { outbox, transcripts }: Sending): LiveState {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [state, setState] = useState(NOT_YET);
  const { id: myId, user_id: userId } = me;
  const { id: chatId, vendor_id: vendorId, visitor_id: visitorId } = chat;

  useEffect(() => {
    const live = startLiveChat({
      supabase,
      queryClient,
      target: { chatId, profileIds: visitorId ? [vendorId, visitorId] : [vendorId], viewerId: myId },
      onSessionChange() {
        void queryClient.invalidateQueries({ queryKey: chatKeys.chat(chatId) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(myId) });
      },
      onServerReached() {
        outbox.wake();
        transcripts.wake();
        // Queries that failed while the server was unreachable.
        for (const queryKey of [queryKeys.profile(userId), chatKeys.chat(chatId)]) {
          void queryClient.refetchQueries({ queryKey, predicate: ({ state }) => state.status !== 'success' });
        }
      },
    });
    const show = () => {
      const connection = live.connection.get();
      const caughtUpTo = live.caughtUpTo.get();
      setState((before) => {
        // When a visitor joins, the channel restarts; the chat still counts as caught up.
        const now = { connection, caughtUpTo: before.caughtUpTo ?? caughtUpTo };
        return now.connection === before.connection && now.caughtUpTo === before.caughtUpTo ? before : now;
      });
    };
    show();
    const ends = [live.connection.subscribe(show), live.caughtUpTo.subscribe(show)];
    return () => {
      for (const end of ends) end();
      live.stop();
    };
  }, [supabase, queryClient, chatId, vendorId, visitorId, myId, userId, outbox, transcripts]);

  return state;
}
