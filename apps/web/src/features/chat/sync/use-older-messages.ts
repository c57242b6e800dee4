import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { prependOlder, type Thread } from '../model/thread.ts';
import { fetchOlder, OLDER_PAGE_SIZE } from './history.ts';

export type OlderState = 'idle' | 'loading' | 'failed';

/** Loads the page of history before the first message that is there. */
export function useOlderMessages(sessionId: string): { state: OlderState; load: () => void } {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [state, setState] = useState<OlderState>('idle');
  const loading = useRef(false);

  const load = useCallback(async () => {
    const key = chatKeys.thread(sessionId);
    const thread = queryClient.getQueryData<Thread>(key);
    const oldest = thread?.messages[0];
    if (!oldest || !thread.hasOlder || loading.current) return;
    loading.current = true;
    setState('loading');
    try {
      const page = await fetchOlder(supabase, sessionId, oldest);
      queryClient.setQueryData<Thread>(
        key,
        (known) => known && prependOlder(known, oldest.id, page, OLDER_PAGE_SIZE),
      );
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      loading.current = false;
    }
  }, [supabase, queryClient, sessionId]);

  return { state, load };
}
