import { startTransition, useEffect, useState } from 'react';
import { useSupabase } from '@/shared/api/supabase.ts';
import type { ReadableStore } from '../model/store.ts';
import { type LivePresence, startPresence } from './presence-channel.ts';

/**
 * Presence of the other side, and the user's own signs for them.
 * @param counterpartId null before a visitor has joined
 * @param asVisitor whether the user is the chat's visitor
 * @param draft the text in the composer
 * @returns null until the channel is being opened
 */
export function usePresence(
  chatId: string,
  myId: string,
  counterpartId: string | null,
  asVisitor: boolean,
  draft: ReadableStore<string>,
): LivePresence | null {
  const supabase = useSupabase();
  const [presence, setPresence] = useState<LivePresence | null>(null);
  useEffect(() => {
    if (!counterpartId) return;
    const started = startPresence({ supabase, sessionId: chatId, myId, counterpartId, asVisitor });
    const unsubscribe = draft.subscribe(() => started.typed(draft.get()));
    // The chat is drawn by now, and its signs can wait for a press.
    startTransition(() => setPresence(started));
    return () => {
      unsubscribe();
      started.stop();
      setPresence(null);
    };
  }, [supabase, chatId, myId, counterpartId, asVisitor, draft]);
  return presence;
}
