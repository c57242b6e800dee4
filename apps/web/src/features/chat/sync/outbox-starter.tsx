import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { startSending } from './outbox-runtime.ts';

/**
 * Sends what a reload or a missing network has left in the outbox, on whatever page its writer is
 * now. Shows nothing.
 */
export function OutboxStarter() {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const profileId = useProfile().data?.id;
  useEffect(() => {
    if (profileId) startSending(supabase, queryClient, profileId);
  }, [supabase, queryClient, profileId]);
  return null;
}
