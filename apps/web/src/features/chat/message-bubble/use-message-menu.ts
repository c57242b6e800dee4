import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react';

/** A finger that rests on a message for this long, in ms, asks for its menu. */
const LONG_PRESS_MS = 450;
/** A finger that moves farther than this, in px, scrolls. */
const TREMBLE_PX = 10;

export interface OpenMenu {
  id: string;
  anchor: DOMRect;
  /** Opened by a finger that has not been lifted. */
  held: boolean;
}

export interface MessageMenuControl {
  menu: OpenMenu | null;
  open: (row: Element, held?: boolean) => void;
  close: () => void;
  /** For the element that holds the rows. */
  handlers: {
    onClick: (event: MouseEvent) => void;
    onPointerDown: (event: PointerEvent) => void;
    onPointerMove: (event: PointerEvent) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onTouchEnd: (event: TouchEvent) => void;
    onContextMenu: (event: MouseEvent) => void;
  };
}

/** @returns the row of the list that something belongs to; it carries the id of its message. */
export function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null;
}

/**
 * Opens the menu of a message: by its button, or by a finger that rests on it.
 * @param hasOptions whether there is anything in the menu of the message with that id.
 */
export function useMessageMenu(hasOptions: (id: string) => boolean): MessageMenuControl {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openedByFinger = useRef(false);
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);

  function open(row: Element, held = false): void {
    const id = row.getAttribute('data-message');
    const bubble = row.querySelector('[data-bubble]');
    if (id && bubble && hasOptions(id)) setMenu({ id, anchor: bubble.getBoundingClientRect(), held });
  }

  function endPress(): void {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }
  useEffect(() => () => clearTimeout(press.current?.timer), []);

  return {
    menu,
    open,
    close: () => setMenu(null),
    handlers: {
      onClick(event) {
        const row = rowOf(event.target);
        if (row && (event.target as Element).closest('[data-options]')) open(row);
      },
      onPointerDown(event) {
        endPress();
        openedByFinger.current = false;
        const target = event.target as Element;
        const row = rowOf(target);
        // Links, buttons and players have a use of their own for a finger that rests on them.
        if (event.pointerType !== 'touch' || !row || !target.closest('[data-bubble]')) return;
        if (target.closest('a, button, input')) return;
        const timer = setTimeout(() => {
          openedByFinger.current = true;
          open(row, true);
        }, LONG_PRESS_MS);
        press.current = { x: event.clientX, y: event.clientY, timer };
      },
      onPointerMove({ clientX, clientY }) {
        const from = press.current;
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > TREMBLE_PX) endPress();
      },
      onPointerUp: endPress,
      onPointerCancel: endPress,
      onTouchEnd(event) {
        // Suppresses the click of this touch: it would count as one outside the menu, and close it.
        if (openedByFinger.current) event.preventDefault();
      },
      onContextMenu(event) {
        // The phone's own menu would cover ours.
        if (press.current) event.preventDefault();
      },
    },
  };
}
