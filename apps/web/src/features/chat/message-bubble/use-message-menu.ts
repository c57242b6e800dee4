import { type MouseEvent, type PointerEvent, type TouchEvent, useEffect, useRef, useState } from 'react';

/** A finger that rests on a message for this long, in ms, asks for its menu. */
const LONG_PRESS_MS = 450;
/** A finger that moves farther than this, in px, scrolls. */
const TREMBLE_PX = 10;

/** What has a use of its own for a tap. */
const CONTROLS = 'a, button, input, fieldset';
/**
 * What has a use of its own for a finger that rests on it. No button has: browsers give a touch
 * beside a button to the button, so a press of a text near one would have no menu.
 */
const HOLDABLE = 'a, input, fieldset';

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
  /** Handlers for the element that holds the rows. */
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

interface MessageMenuOptions {
  /** Whether there is anything in the menu of the message with that id. */
  hasOptions: (id: string) => boolean;
  /** A finger has tapped the bubble of the message with that id, but none of its controls. */
  onTap: (id: string) => void;
}

/**
 * Opens the menu of a message: by its button, a right click, or a finger that rests on it. A short
 * touch is a tap; a mouse selects text instead.
 */
export function useMessageMenu({ hasOptions, onTap }: MessageMenuOptions): MessageMenuControl {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openedByFinger = useRef(false);
  const byTouch = useRef(false);
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
        const target = event.target as Element;
        if (!row) return;
        if (target.closest('[data-options]')) return open(row);
        if (!byTouch.current || !target.closest('[data-bubble]') || target.closest(CONTROLS)) return;
        if (row.dataset.message) onTap(row.dataset.message);
      },
      onPointerDown(event) {
        endPress();
        openedByFinger.current = false;
        byTouch.current = event.pointerType === 'touch';
        const target = event.target as Element;
        const row = rowOf(target);
        if (event.pointerType !== 'touch' || !row || !target.closest('[data-bubble]')) return;
        if (target.closest(HOLDABLE)) return;
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
        if (press.current) return event.preventDefault();
        const row = rowOf(event.target);
        const target = event.target as Element;
        // The browser's menu is for links, pictures and chosen words.
        if (byTouch.current || !row || !target.closest('[data-bubble]') || target.closest(CONTROLS)) return;
        if (target.closest('img') || getSelection()?.isCollapsed === false) return;
        event.preventDefault();
        open(row);
      },
    },
  };
}
