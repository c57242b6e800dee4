import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { renewPush } from './notification-settings.ts';

/**
 * At the start of the app: pushes that are on stay on when the browser has renewed its
 * subscription. Shows nothing.
 */
export function PushStarter() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const { push } = useBackend().config;
  const profileId = useProfile().data?.id;
  useEffect(() => {
    if (!profileId || push === null) return;
    renewPush(supabase, profileId, push)
      .then((renewed) => {
        if (renewed) void queryClient.invalidateQueries({ queryKey: queryKeys.pushState(profileId) });
      })
      // Without a network, for example: the next start tries again.
      .catch(() => {});
  }, [supabase, queryClient, profileId, push]);
  return null;
}
