import { startTransition, useEffect, useState } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import type { ReadableValue } from '../model/store-value.ts';
import { type LivePresence, startPresence } from './presence-channel.ts';

/**
 * The live signs of the other side, and one's own for them.
 * @param counterpartId null while nobody has joined
 * @param draft what the user is writing
 * @returns null until the channel is being opened
 */
export function usePresence(
  sessionId: string,
  myId: string,
  counterpartId: string | null,
  draft: ReadableValue<string>,
): LivePresence | null {
  const supabase = useSupabase();
  const [presence, setPresence] = useState<LivePresence | null>(null);
  useEffect(() => {
    if (!counterpartId) return;
    const started = startPresence({ supabase, sessionId, myId, counterpartId });
    const unsubscribe = draft.subscribe(() => started.typed(draft.get()));
    // The chat is drawn by now, and its signs can wait for a press.
    startTransition(() => setPresence(started));
    return () => {
      unsubscribe();
      started.stop();
      setPresence(null);
    };
  }, [supabase, sessionId, myId, counterpartId, draft]);
  return presence;
}
