import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { type Sending, type SendingEvent, startSending } from './outbox-runtime.ts';

/** The running outbox of a profile; `onEvent` receives errors while the component is mounted. */
export function useSending(profileId: string, onEvent: (event: SendingEvent) => void): Sending {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const sending = useMemo(
    () => startSending(supabase, queryClient, profileId),
    [supabase, queryClient, profileId],
  );
  const notify = useEffectEvent(onEvent);
  useEffect(() => sending.onEvent((event) => notify(event)), [sending]);
  return sending;
}
