import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openLiveChannel } from '../../../lib/live-channel.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSupabase } from '../../../lib/supabase.ts';

/** What is noted on another device appears by itself, for as long as somebody looks. */
export function useLiveLeads(ownerId: string): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all(ownerId) });
    let missed = false;
    return openLiveChannel(supabase, {
      topic: `leads:${ownerId}`,
      bind: (channel) =>
        void channel.on(
          'postgres_changes',
          { event: '*', schema: 'public', table: 'leads', filter: `owner_id=eq.${ownerId}` },
          readAgain,
        ),
      onLive: () => {
        if (missed) readAgain();
        missed = false;
      },
      onDown: () => {
        missed = true;
      },
    });
  }, [supabase, queryClient, ownerId]);
}
