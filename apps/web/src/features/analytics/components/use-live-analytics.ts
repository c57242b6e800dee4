import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useChatList } from '@/entities/chat/chat-list-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useLiveRows } from '@/shared/hooks/use-live-rows.ts';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';

/** A busy booth gets a message every second, and figures need not change that fast. */
const AT_MOST_EVERY_MS = 5_000;

/**
 * Keeps the figures current: a change in the list of chats (a visitor joins, a message, an answer)
 * or in the leads refetches them, at once and then at most every five seconds, and only while the
 * page is visible.
 * @param boothId whose figures they are
 */
export function useLiveAnalytics(vendor: Profile, boothId: string): void {
  const queryClient = useQueryClient();
  const visible = usePageVisible();
  const { data: chats } = useChatList(vendor);
  const seen = useRef(chats);
  const readAt = useRef(0);
  useLiveRows('leads', boothId, queryKeys.analytics.all);

  useEffect(() => {
    if (!visible || !chats || seen.current === chats) return;
    const first = seen.current === undefined;
    // The list has just been loaded, and so have the figures.
    if (first) {
      seen.current = chats;
      return;
    }
    const wait = Math.max(0, readAt.current + AT_MOST_EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      seen.current = chats;
      readAt.current = Date.now();
      void queryClient.invalidateQueries({ queryKey: queryKeys.analytics.all(boothId) });
    }, wait);
    return () => clearTimeout(timer);
  }, [chats, visible, boothId, queryClient]);
}
