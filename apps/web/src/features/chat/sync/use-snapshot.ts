import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '@/shared/auth/auth-context.ts';
import { type ChatSnapshot, saveSnapshot, snapshotQuery } from './chat-snapshot.ts';

/** Delay of writes, in ms, because messages come in bursts. */
const WRITE_AFTER_MS = 300;

/** The chat as last shown on this device; null without one, undefined while loading. */
export function useSnapshot(sessionId: string): ChatSnapshot | null | undefined {
  return useQuery(snapshotQuery(sessionId, useUser()?.id ?? '')).data;
}

/**
 * Stores the visible chat for a reload or a time without a network; undefined before the server's
 * first response.
 */
export function useSaveSnapshot(snapshot: ChatSnapshot | undefined): void {
  useEffect(() => {
    if (!snapshot) return;
    const keep = () => void saveSnapshot(snapshot);
    const timer = setTimeout(keep, WRITE_AFTER_MS);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [snapshot]);
}
