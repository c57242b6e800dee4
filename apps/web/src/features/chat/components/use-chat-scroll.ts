import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { distanceFromBottom, SCROLL_BUTTON_DISTANCE, shouldFollow } from '../model/auto-scroll.ts';
import type { TimelineItem } from '../model/timeline.ts';

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

/**
 * Scrolling of the message list: to the bottom with new messages, unless the reader has just scrolled (spec section 4);
 * staying where one reads when older messages come in above, and at the bottom when the keyboard opens.
 */
export function useChatScroll(items: readonly TimelineItem[], ownId: string): ChatScroll {
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [isAway, setIsAway] = useState(false);
  const [missed, setMissed] = useState(0);
  const lastManual = useRef<number | null>(null);
  /** Where the list was put by this code: a scroll event that finds it there is not the reader's. */
  const placed = useRef<number | null>(null);
  const sticky = useRef(true);
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number } | null>(null);

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
    const byReader = placed.current === null || Math.abs(box.scrollTop - placed.current) > 1;
    if (byReader) {
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
    if (!box) return;
    const known = before.current;
    const first = items[0]?.key;
    const last = items.at(-1);
    before.current = { first, last: last?.key, height: box.scrollHeight };
    if (!known) return toBottom();
    if (known.last !== last?.key && last?.kind === 'message') {
      const own = last.message.sender_id === ownId;
      const follows = shouldFollow(own ? 'own-message' : 'other-message', lastManual.current, Date.now());
      if (follows) toBottom();
      else setMissed((count) => count + 1);
    } else if (known.first !== first) {
      place(box.scrollTop + box.scrollHeight - known.height);
    } else if (sticky.current) {
      place(box.scrollHeight);
    }
  }, [items, ownId, place, toBottom]);

  useEffect(() => {
    const stick = () => {
      if (view.current && sticky.current) place(view.current.scrollHeight);
      if (before.current && view.current) before.current.height = view.current.scrollHeight;
    };
    const observer = new ResizeObserver(stick);
    if (view.current) observer.observe(view.current);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, [place]);

  return { view, content, onScroll, isAway, missed, toBottom };
}
