import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { rowOf } from '../message-bubble/use-message-menu.ts';
import type { Pinned } from '../message-bubble/use-pinned.ts';
import type { TimelineRow } from '../model/timeline.ts';
import type { RowVirtualizer } from './use-virtual-rows.ts';

interface RowFocusOptions {
  /** The list. */
  view: RefObject<HTMLElement | null>;
  rows: readonly TimelineRow[];
  virtualizer: RowVirtualizer;
  /** Scrolls to a row. */
  toRow: (index: number) => void;
  pin: Pinned['pin'];
  openMenu: (row: Element) => void;
  /** The copied text of a message; null: none. */
  textOf: (row: TimelineRow) => string | null;
  copy: (text: string) => void;
}

/**
 * The keyboard in the list: it is one stop of the Tab key, in which the arrow keys go from message
 * to message, Enter (or the menu key) opens a message's menu, and Ctrl+C copies its text. All other
 * keys scroll.
 */
export function useRowFocus({
  view,
  rows,
  virtualizer,
  toRow,
  pin,
  openMenu,
  textOf,
  copy,
}: RowFocusOptions) {
  const letGo = useRef<() => void>(undefined);
  useEffect(() => () => letGo.current?.(), []);

  function focusRow(list: Element, index: number): void {
    const row = rows[index];
    if (!row) return;
    const { id } = row.message;
    const find = () => list.querySelector<HTMLElement>(`[data-message="${id}"]`);
    toRow(index);
    // The view was far from here: the row comes with the scroll event, the key does not wait for
    // that.
    if (!find()) {
      letGo.current?.();
      flushSync(() => {
        letGo.current = pin(id);
      });
    }
    find()?.focus({ preventScroll: true });
  }

  const handlers = {
    onFocus({ target }: FocusEvent) {
      const id = rowOf(target)?.dataset.message;
      letGo.current?.();
      letGo.current = id ? pin(id) : undefined;
    },
    onBlur() {
      letGo.current?.();
      letGo.current = undefined;
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const list = event.currentTarget;
      const row = rowOf(event.target);
      // A link, a button or a player within a message answers its own keys.
      if (event.target !== list && event.target !== row) return;
      const index = row ? rows.findIndex(({ message }) => message.id === row.dataset.message) : -1;
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        const lastInView = virtualizer.range?.endIndex ?? rows.length - 1;
        const next = index < 0 ? lastInView : index + (event.key === 'ArrowUp' ? -1 : 1);
        event.preventDefault();
        focusRow(list, next);
      } else if (row && (event.key === 'Enter' || event.key === 'ContextMenu' || isShiftF10(event))) {
        event.preventDefault();
        openMenu(row);
      } else if (row && isCopy(event) && getSelection()?.isCollapsed !== false) {
        event.preventDefault();
        const focused = rows[index];
        const text = focused ? textOf(focused) : null;
        if (text !== null) copy(text);
      }
    },
  };

  return {
    handlers,
    /** Scrolls to a message of the list and focuses it. */
    show(id: string): void {
      const index = rows.findIndex(({ message }) => message.id === id);
      if (view.current && index >= 0) focusRow(view.current, index);
    },
  };
}

function isShiftF10({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'F10' && shiftKey;
}

function isCopy({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'c';
}
