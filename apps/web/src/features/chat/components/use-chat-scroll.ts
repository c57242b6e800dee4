import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { distanceFromBottom, SCROLL_BUTTON_DISTANCE, shouldFollow } from '../model/auto-scroll.ts';
import type { TimelineDay } from '../model/timeline.ts';

/** A view this close to the bottom, in px, stays there when the list or its window changes size. */
const STICKY_DISTANCE = 24;

export interface ChatScroll {
  /** The element that scrolls. */
  view: RefObject<HTMLDivElement | null>;
  /** The list inside it. */
  content: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** More than 100 px from the bottom (spec section 2). */
  isAway: boolean;
  /** Messages of others that arrived below the view. */
  missed: number;
  toBottom: () => void;
}

/** The list as it was laid out last. */
interface Layout {
  first: string | undefined;
  last: string | undefined;
  height: number;
}

/**
 * Scrolling of the message list: to the bottom with new messages, unless the reader has just scrolled (spec section 4);
 * staying where one reads when older messages come in above, and at the bottom when the keyboard opens.
 */
export function useChatScroll(days: readonly TimelineDay[], ownId: string): ChatScroll {
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
  const [missed, setMissed] = useState(0);
  const lastManual = useRef<number | null>(null);
  /** Where the list was put by this code: a scroll event that finds it there is not the reader's. */
  const placed = useRef<number | null>(null);
  const sticky = useRef(true);
  const before = useRef<Layout | null>(null);

  const place = useCallback((top: number) => {
    const box = view.current;
    if (!box) return;
    box.scrollTop = top;
    // Read back: the browser clamps and rounds.
    placed.current = box.scrollTop;
  }, []);

  const toBottom = useCallback(() => {
    if (!view.current) return;
    place(view.current.scrollHeight);
    sticky.current = true;
    setMissed(0);
    setIsAway(false);
  }, [place]);

  const onScroll = useCallback(() => {
    const box = view.current;
    if (!box) return;
    if (placed.current === null || Math.abs(box.scrollTop - placed.current) > 1) {
      lastManual.current = Date.now();
      placed.current = null;
    }
    const distance = distanceFromBottom(box);
    sticky.current = distance <= STICKY_DISTANCE;
    setIsAway(distance > SCROLL_BUTTON_DISTANCE);
    if (sticky.current) setMissed(0);
  }, []);

  useLayoutEffect(() => {
    const box = view.current;
    const last = days.at(-1)?.items.at(-1)?.message;
    if (!box || !last) return;
    const known = before.current;
    const first = days[0]?.items[0]?.message.id;
    before.current = { first, last: last.id, height: box.scrollHeight };
    if (!known) {
      toBottom();
    } else if (known.last !== last.id) {
      const growth = last.sender_id === ownId ? 'own-message' : 'other-message';
      if (shouldFollow(growth, lastManual.current, Date.now())) toBottom();
      else if (!sticky.current) setMissed((count) => count + 1);
    } else if (known.first !== first) {
      place(box.scrollTop + box.scrollHeight - known.height);
    } else if (sticky.current) {
      place(box.scrollHeight);
    }
  }, [days, ownId, place, toBottom]);

  useEffect(() => {
    const keepPlace = () => {
      if (!view.current) return;
      if (sticky.current) place(view.current.scrollHeight);
      if (before.current) before.current.height = view.current.scrollHeight;
    };
    const observer = new ResizeObserver(keepPlace);
    if (view.current) observer.observe(view.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [place]);

  return { view, content, onScroll, isAway, missed, toBottom };
}
