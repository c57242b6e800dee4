import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { type MessageHistory, prependOlder } from '../model/message-history.ts';
import { fetchOlder, OLDER_PAGE_SIZE } from './message-history-query.ts';

export type OlderState = 'idle' | 'loading' | 'failed';

/** Loads the page of history before the first message that is there. */
export function useOlderMessages(chatId: string): { state: OlderState; load: () => void } {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const [state, setState] = useState<OlderState>('idle');
  const loading = useRef(false);

  const load = useCallback(async () => {
    const key = chatKeys.messageHistory(chatId);
    const history = queryClient.getQueryData<MessageHistory>(key);
    const oldest = history?.messages[0];
    if (!oldest || !history.hasOlder || loading.current) return;
    loading.current = true;
    setState('loading');
    try {
      const page = await fetchOlder(supabase, chatId, oldest);
      queryClient.setQueryData<MessageHistory>(
        key,
        (known) => known && prependOlder(known, oldest.id, page, OLDER_PAGE_SIZE),
      );
      setState('idle');
    } catch {
      setState('failed');
    } finally {
      loading.current = false;
    }
  }, [supabase, queryClient, chatId]);

  return { state, load };
}
