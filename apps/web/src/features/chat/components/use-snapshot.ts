import { useEffect, useState } from 'react';
import { useUser } from '../../../lib/auth-context.ts';
import { type ChatSnapshot, keepSnapshot, readSnapshot } from '../api/chat-snapshot.ts';

/** Writing is put off for this long, in ms, as messages come in bursts. */
const WRITE_AFTER_MS = 300;

/** The chat as this tab showed it before a reload; null when it did not. */
export function useSnapshot(sessionId: string): ChatSnapshot | null {
  const userId = useUser()?.id;
  const [snapshot] = useState(() => (userId ? readSnapshot(sessionId, userId) : null));
  return snapshot;
}

/** Keeps what is shown for a reload; undefined while there is nothing from the server. */
export function useKeptSnapshot(snapshot: ChatSnapshot | undefined): void {
  useEffect(() => {
    if (!snapshot) return;
    const keep = () => keepSnapshot(snapshot);
    const timer = setTimeout(keep, WRITE_AFTER_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [snapshot]);
}
