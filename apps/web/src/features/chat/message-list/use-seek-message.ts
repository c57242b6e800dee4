import { useCallback, useEffect, useState } from 'react';
import type { TimelineRow } from '../model/timeline.ts';
import { useOlderMessages } from '../sync/use-older-messages.ts';

/** Pages of history that are loaded for one quoted message: a thousand messages. */
const MOST_PAGES = 10;

interface SeekOptions {
  chatId: string;
  rows: readonly TimelineRow[];
  hasOlder: boolean;
  show: (messageId: string) => void;
  /** The message is too far up, or could not be loaded. */
  onMissing: () => void;
}

/** @returns shows a message of the chat; loads older pages until it is there */
export function useSeekMessage({ chatId, rows, hasOlder, show, onMissing }: SeekOptions) {
  const [sought, setSought] = useState<{ id: string; pages: number } | null>(null);
  const { state, load } = useOlderMessages(chatId);
  useEffect(() => {
    if (!sought || state === 'loading') return;
    const isThere = rows.some(({ message }) => message.id === sought.id);
    if (isThere || !hasOlder || sought.pages >= MOST_PAGES || (state === 'failed' && sought.pages > 0)) {
      setSought(null);
      if (isThere) show(sought.id);
      else onMissing();
      return;
    }
    setSought({ id: sought.id, pages: sought.pages + 1 });
    load();
  });
  return useCallback((id: string) => setSought({ id, pages: 0 }), []);
}
