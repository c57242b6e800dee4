import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Profile } from '../../../lib/database-types.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSupabase } from '../../../lib/supabase.ts';
import { type Connection, startLiveChat } from '../api/live-chat.ts';
import type { Sending } from '../api/outbox-runtime.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatSession } from '../model/chat-session.ts';

/** Keeps the chat of a session up to date while the component is there. @returns the state of the connection. */
export function useLiveChat(session: ChatSession, me: Profile, { outbox, transcripts }: Sending): Connection {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const { id: myId, user_id: userId } = me;
  const { id: sessionId, vendor_id: vendorId, visitor_id: visitorId } = session;

  useEffect(() => {
    const live = startLiveChat({
      supabase,
      queryClient,
      target: { sessionId, profileIds: visitorId ? [vendorId, visitorId] : [vendorId] },
      onSessionChange() {
        void queryClient.invalidateQueries({ queryKey: chatKeys.session(sessionId) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(myId) });
      },
      onServerReached() {
        if (outbox.state.get().activity.kind === 'waiting') outbox.wake();
        transcripts.wake();
        // What could not be read while the server was away.
        for (const queryKey of [queryKeys.profile(userId), chatKeys.session(sessionId)]) {
          void queryClient.refetchQueries({ queryKey, predicate: ({ state }) => state.status !== 'success' });
        }
      },
    });
    const show = () => setConnection(live.connection.get());
    show();
    const unsubscribe = live.connection.subscribe(show);
    return () => {
      unsubscribe();
      live.stop();
    };
  }, [supabase, queryClient, sessionId, vendorId, visitorId, myId, userId, outbox, transcripts]);

  return connection;
}
