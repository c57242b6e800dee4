import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openLiveChannel } from '@/shared/api/live-channel.ts';
import { useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { useAuth } from '@/shared/auth/auth-context.ts';
import { type Announcement, parseConfig } from '@/shared/config/config.ts';

const KEY = ['announcement'] as const;
/**
 * Users without a live channel get a new one within this time while the page is visible, and when
 * they return to it.
 */
const FRESH_MS = 60_000;
/** While the server does not answer. */
const FAILING_MS = 5 * 60_000;

/**
 * @returns the current announcement, or null. It comes with the page. Signed-in users receive
 * changes at once, by the channel `event`. Signed-out users, and those whose network blocks
 * WebSockets, poll while the page is visible: the response has no body unless the announcement
 * changed.
 */
export function useAnnouncement(): Announcement | null {
  const { config } = useBackend();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const signedIn = useAuth().state.status === 'signed-in';
  const [isLive, setLive] = useState(false);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: readAnnouncement,
    initialData: config.announcement,
    staleTime: FRESH_MS,
    refetchInterval: isLive ? false : ({ state }) => (state.error ? FAILING_MS : FRESH_MS),
  });

  useEffect(() => {
    if (!signedIn) return;
    const close = openLiveChannel(supabase, {
      topic: 'event',
      room: true,
      config: { private: true },
      bind: (channel) =>
        void channel.on('broadcast', { event: 'announcement' }, ({ payload }) =>
          // The server alone speaks on this channel.
          queryClient.setQueryData<Announcement | null>(KEY, payload.announcement ?? null),
        ),
      onLive: () => {
        setLive(true);
        // Earlier changes were not announced.
        void queryClient.invalidateQueries({ queryKey: KEY });
      },
      onDown: () => setLive(false),
    });
    return () => {
      close();
      setLive(false);
    };
  }, [supabase, queryClient, signedIn]);

  return data;
}

async function readAnnouncement({ signal }: { signal: AbortSignal }): Promise<Announcement | null> {
  const response = await fetch('/config.json', { signal });
  if (!response.ok) throw new Error(`config.json answered ${response.status}`);
  return parseConfig(await response.json()).announcement;
}
