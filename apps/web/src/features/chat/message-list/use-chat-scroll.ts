import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TimelineRow } from '../model/timeline.ts';
import {
  arrivalSince,
  countMissed,
  distanceFromBottom,
  endOf,
  follow,
  isRestOfScroll,
  type ListEnd,
  openingPosition,
  SCROLL_BUTTON_DISTANCE,
} from './auto-scroll.ts';
import { STICKY_DISTANCE } from './list-dimensions.ts';
import { useLastInput } from './use-last-input.ts';
import { type RowVirtualizer, useVirtualRows } from './use-virtual-rows.ts';

export interface ChatScroll {
  /** The element that scrolls. */
  view: RefObject<HTMLDivElement | null>;
  /** The list inside it. */
  content: RefObject<HTMLDivElement | null>;
  virtualizer: RowVirtualizer;
  onScroll: () => void;
  /** More than 100 px from the bottom (specification 2.19). */
  isAway: boolean;
  /** Messages of others that arrived below the view. */
  missed: number;
  /**
   * The first of those, or of what was unread as the chat opened; it keeps its mark until one
   * writes or misses others.
   */
  firstNew: string | null;
  toBottom: () => void;
  /** Scrolls to a row. */
  toRow: (index: number) => void;
}

/**
 * Scrolling of the message list: to the bottom for new messages, unless the user has just scrolled
 * (specification 4.10) or is farther up; to the bottom when the keyboard opens; and, as the chat
 * opens, to the first unread message.
 * @param firstUnread id of that message; null without one, and while unknown
 */
export function useChatScroll(
  rows: readonly TimelineRow[],
  ownId: string,
  pinned: ReadonlySet<string>,
  firstUnread: string | null,
): ChatScroll {
  const view = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { virtualizer, placed } = useVirtualRows(view, rows, pinned, firstUnread);
  const [isAway, setIsAway] = useState(false);
  const [missedFrom, setMissedFrom] = useState<string | null>(null);
  const [firstNew, setFirstNew] = useState<string | null>(null);
  const lastManual = useRef<number | null>(null);
  const distance = useRef(0);
  const sticky = useRef(true);
  const known = useRef<ListEnd>({ last: null, confirmed: null });
  const readOnFrom = useRef<string | null>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const lastInput = useLastInput(view);
  const wentToBottom = useRef(0);
  /** The row that code has scrolled to, until the viewer scrolls or the list goes to its end. */
  const target = useRef<{ id: string; index: number; align: 'auto' | 'start' } | null>(null);
  // While drawing, so that the line over it comes with its row when both are known.
  if (
    firstUnread !== null &&
    firstUnread !== marked &&
    rows.some(({ message }) => message.id === firstUnread)
  ) {
    setMarked(firstUnread);
    setFirstNew(firstUnread);
  }
  const lock = useRef<ReturnType<typeof setTimeout>>(undefined);

  const toBottom = useCallback(() => {
    clearTimeout(lock.current);
    target.current = null;
    virtualizer.scrollToEnd();
    wentToBottom.current = Date.now();
    sticky.current = true;
    distance.current = 0;
    setMissedFrom(null);
    setIsAway(false);
  }, [virtualizer]);

  const scrollTo = useCallback(
    (index: number, align: 'auto' | 'start') => {
      target.current = { id: String(virtualizer.options.getItemKey(index)), index, align };
      virtualizer.scrollToIndex(index, { align });
    },
    [virtualizer],
  );

  const toRow = useCallback(
    (index: number) => {
      scrollTo(index, 'auto');
      wentToBottom.current = 0;
      if (view.current) sticky.current = distanceFromBottom(view.current) <= STICKY_DISTANCE;
    },
    [scrollTo],
  );

  const onScroll = useCallback(() => {
    const box = view.current;
    if (!box) return;
    const byReader = placed.current === null || Math.abs(box.scrollTop - placed.current) > 1;
    if (byReader && isRestOfScroll(wentToBottom.current, lastInput(), Date.now())) {
      virtualizer.scrollToEnd();
      return;
    }
    if (byReader) {
      lastManual.current = Date.now();
      placed.current = null;
      target.current = null;
    }
    distance.current = distanceFromBottom(box);
    const isAtEnd = distance.current <= STICKY_DISTANCE;
    // Rows that are measured during a scroll to the end move the end before the scroll event
    // arrives. The user has not left it.
    if (byReader || isAtEnd) sticky.current = isAtEnd;
    // The end has moved between the call and the scroll.
    if (!byReader && isAtEnd && distance.current > 1) virtualizer.scrollToEnd();
    setIsAway(!sticky.current && distance.current > SCROLL_BUTTON_DISTANCE);
    if (sticky.current) setMissedFrom(null);
  }, [placed, virtualizer, lastInput]);

  /**
   * Scrolls to the bottom for a message of others, unless the lock forbids it. @param end where the
   * list ended before it.
   */
  const followTo = useCallback(
    (end: number) => {
      const distance = Math.max(0, end - (view.current?.scrollTop ?? 0));
      const decision = follow({ distance, lastManualScroll: lastManual.current }, Date.now());
      clearTimeout(lock.current);
      if (decision.kind === 'now') toBottom();
      else sticky.current = false;
      if (decision.kind === 'later') lock.current = setTimeout(() => followTo(end), decision.afterMs);
    },
    [toBottom],
  );

  useNewLineMeasured(virtualizer, firstNew);

  useLayoutEffect(() => {
    const arrival = arrivalSince(rows, known.current, ownId);
    const before = known.current.last;
    known.current = endOf(rows);
    if (!arrival) return;
    if (before !== null) {
      const added = rows.findLastIndex(({ message }) => message.id === before) + 1;
      for (const { message } of rows.slice(added)) measureRow(virtualizer, message.id);
    }
    if (arrival.kind === 'own') setFirstNew(null);
    if (arrival.kind !== 'others') return toBottom();
    // The rows are there already, the distance is still that from before them.
    followTo((view.current?.scrollTop ?? 0) + distance.current);
    if (sticky.current) return;
    setMissedFrom((from) => from ?? arrival.first);
    setFirstNew((mark) => (missedFrom === null ? arrival.first : mark));
  }, [rows, ownId, missedFrom, virtualizer, toBottom, followTo]);

  // After the effect that follows new messages, because those may be the unread ones.
  useLayoutEffect(() => {
    if (firstUnread === null || firstUnread === readOnFrom.current) return;
    const index = rows.findIndex(({ message }) => message.id === firstUnread);
    const box = view.current;
    if (index < 0 || !box) return;
    readOnFrom.current = firstUnread;
    // A viewer who has begun to scroll is not led away.
    if (lastInput() !== null) return;
    const end = virtualizer.getTotalSize() - box.clientHeight;
    const position = openingPosition(virtualizer.measurementsCache[index]?.start ?? 0, end);
    if (position >= end) return toBottom();
    sticky.current = false;
    wentToBottom.current = 0;
    // Before the browser reports the scroll: what lies below counts as read otherwise.
    setIsAway(end - position > SCROLL_BUTTON_DISTANCE);
    setMissedFrom(firstUnread);
    scrollTo(index, 'start');
  }, [rows, firstUnread, virtualizer, scrollTo, toBottom, lastInput]);

  // The virtualizer keeps scrolling to an index for some frames. Earlier rows that come in meanwhile
  // give that index to another row.
  useLayoutEffect(() => {
    const { current } = target;
    if (!current) return;
    const index = rows.findIndex(({ message }) => message.id === current.id);
    if (index >= 0 && index !== current.index) scrollTo(index, current.align);
  }, [rows, scrollTo]);

  useEffect(() => {
    const keepPlace = () => {
      const box = view.current;
      if (!box) return;
      if (sticky.current) return virtualizer.scrollToEnd();
      distance.current = distanceFromBottom(box);
      setIsAway(distance.current > SCROLL_BUTTON_DISTANCE);
    };
    const observer = new ResizeObserver(keepPlace);
    if (view.current) observer.observe(view.current);
    if (content.current) observer.observe(content.current);
    return () => {
      observer.disconnect();
      clearTimeout(lock.current);
    };
  }, [virtualizer]);

  return {
    view,
    content,
    virtualizer,
    onScroll,
    isAway,
    missed: countMissed(rows, missedFrom, ownId),
    firstNew,
    toBottom,
    toRow,
  };
}

/** Measures the row that gets or loses the line of new messages. */
function useNewLineMeasured(virtualizer: RowVirtualizer, firstNew: string | null): void {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    for (const id of [before.current, firstNew]) if (id !== null) measureRow(virtualizer, id);
    before.current = firstNew;
  }, [virtualizer, firstNew]);
}

/**
 * Measures a row before it is painted. The virtualizer measures a row that changes, or that comes
 * while the list scrolls, only afterwards: what lies below it would jump a frame later.
 */
function measureRow(virtualizer: RowVirtualizer, id: string): void {
  const row = virtualizer.elementsCache.get(id);
  if (row) virtualizer.resizeItem(virtualizer.indexFromElement(row), row.offsetHeight);
}
