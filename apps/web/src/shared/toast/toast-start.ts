import { type RefObject, useEffect, useSyncExternalStore } from 'react';

let start = 0;
const listeners = new Set<() => void>();

function setStart(px: number): void {
  start = px;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns how far from the top of the screen toasts begin, in px */
export function useToastStart(): number {
  return useSyncExternalStore(subscribe, () => start);
}

/**
 * Toasts leave free an element at the top of the screen, while the caller is shown.
 * @param element the head of the page, with its controls
 */
export function useToastsBelow(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const head = element.current;
    if (!head) return;
    const observer = new ResizeObserver(() => setStart(head.offsetHeight));
    observer.observe(head);
    return () => {
      observer.disconnect();
      setStart(0);
    };
  }, [element]);
}
