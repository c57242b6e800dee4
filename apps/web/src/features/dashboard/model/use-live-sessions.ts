import type { RealtimeClient } from '@supabase/realtime-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Profile } from '../../../lib/database-types.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useSupabase } from '../../../lib/supabase.ts';

// The client hands out the old channel for a topic that is still being left, as happens when a dashboard is closed and
// opened again at once; a topic of its own for every subscription avoids that.
let subscriptions = 0;

/**
 * Keeps everything drawn from the user's sessions up to date while a dashboard is open: a visitor who joins appears
 * at once. A change carries ids only, no names, so the small lists are read again rather than patched.
 */
export function useLiveSessions(profile: Pick<Profile, 'id' | 'role'>): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { id, role } = profile;

  useEffect(() => {
    let left = false;
    let leave = () => {};
    const refresh = () => void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(id) });

    function listen(realtime: RealtimeClient): void {
      if (left) return;
      let joinedBefore = false;
      const channel = realtime
        .channel(`sessions-of-${id}-${++subscriptions}`)
        .on(
          'postgres_changes',
          {
            event: '*',
            schema: 'public',
            table: 'sessions',
            filter: `${role === 'vendor' ? 'vendor_id' : 'visitor_id'}=eq.${id}`,
          },
          refresh,
        )
        .subscribe((status) => {
          if (status !== 'SUBSCRIBED') return;
          // Back after a break: what changed meanwhile was not announced.
          if (joinedBefore) refresh();
          joinedBefore = true;
        });
      leave = () => void realtime.removeChannel(channel);
    }

    // Where it cannot be loaded, the lists are still read again whenever the window is looked at.
    void supabase.realtime().then(listen, () => {});
    return () => {
      left = true;
      leave();
    };
  }, [supabase, queryClient, id, role]);
}
