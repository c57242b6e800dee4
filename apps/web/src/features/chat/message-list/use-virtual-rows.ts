import {
  defaultRangeExtractor,
  elementScroll,
  type Range,
  useVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useDeferredValue, useRef, useState } from 'react';
import type { TimelineRow } from '../model/timeline.ts';
import { CONTEXT_PX, FOOT_PX, HEAD_PX } from './list-dimensions.ts';
import { estimateHeight } from './row-height.ts';

/** Rows kept beyond each edge of the view, so that a quick thumb meets no empty places. */
const OVERSCAN = 10;
/** The height of a phone's screen that header and composer take, in px, at the least. */
const CHROME_PX = 120;

/**
 * A chat of so many rows stays in the document as a whole: finding in the page, and reading aloud,
 * then reach all of it.
 */
const WHOLE_UP_TO = 60;

export type RowVirtualizer = Virtualizer<HTMLDivElement, HTMLLIElement>;

export interface VirtualRows {
  virtualizer: RowVirtualizer;
  /**
   * The scroll position that was last set by code, as the browser took it; a scroll event elsewhere
   * is the viewer's.
   */
  placed: RefObject<number | null>;
}

/**
 * Lays out only the rows in and near the view, however many there are. The row being read keeps its
 * place when rows come before it or are measured, and the end stays in view when the last row
 * grows.
 * @param pinned ids of messages that stay in the document wherever the view is: one that has the
 * focus, or plays.
 * @param opensWith id of the message that the first drawing begins with; null: it shows the end
 */
export function useVirtualRows(
  view: RefObject<HTMLDivElement | null>,
  rows: readonly TimelineRow[],
  pinned: ReadonlySet<string>,
  opensWith: string | null,
): VirtualRows {
  const placed = useRef<number | null>(null);
  // Asked for once: for an answer the browser lays out the page.
  const [initialRect] = useState(() => ({
    width: window.innerWidth,
    height: window.innerHeight - CHROME_PX,
  }));
  // False in the first drawing alone. The second one gives way to presses.
  const isDrawn = useDeferredValue(true, false);
  const getItemKey = useCallback((index: number) => rows[index]?.message.id ?? index, [rows]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (isDrawn && range.count <= WHOLE_UP_TO) return [...rows.keys()];
      const inView = defaultRangeExtractor(range);
      if (pinned.size === 0) return inView;
      const indexes = new Set(inView);
      for (const id of pinned) {
        const index = rows.findIndex(({ message }) => message.id === id);
        if (index >= 0) indexes.add(index);
      }
      return [...indexes].sort((a, b) => a - b);
    },
    [rows, pinned, isDrawn],
  );
  const virtualizer: RowVirtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => view.current,
    getItemKey,
    rangeExtractor,
    estimateSize(index) {
      const row = rows[index];
      return row ? estimateHeight(row) : 0;
    },
    overscan: isDrawn ? OVERSCAN : 0,
    // A guess until the view is measured: the rows are then part of the first drawing, which gives
    // way to presses, and need no second one.
    initialRect,
    initialOffset: () => openingOffset(rows, opensWith),
    paddingStart: HEAD_PX,
    paddingEnd: FOOT_PX,
    scrollPaddingStart: CONTEXT_PX,
    anchorTo: 'end',
    scrollToFn(offset, options, instance) {
      elementScroll(offset, options, instance);
      // Read back: the browser clamps and rounds.
      placed.current = view.current?.scrollTop ?? null;
    },
  });
  return { virtualizer, placed };
}

/**
 * @returns where the list is expected to open, in px, so that its first drawing has the rows that
 * stay in view; past the end for the end
 */
function openingOffset(rows: readonly TimelineRow[], opensWith: string | null): number {
  const index = rows.findIndex(({ message }) => message.id === opensWith);
  const before = index < 0 ? rows : rows.slice(0, index);
  const top = before.reduce((sum, row) => sum + estimateHeight(row), HEAD_PX);
  return index < 0 ? top : Math.max(0, top - CONTEXT_PX);
}
