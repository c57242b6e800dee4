import { type RefObject, useEffect, useSyncExternalStore } from 'react';

/** Room for a toast above a dialog, in rem; below so much the toast begins under the title. */
const TOAST_ROOM_REM = 7;

/** Where each shown head ends, in px from the top of the screen. The last one shown lies on top. */
const ends = new Map<HTMLElement, number>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function start(): number {
  return [...ends.values()].at(-1) ?? 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @returns how far from the top of the screen toasts begin, in px */
export function useToastStart(): number {
  return useSyncExternalStore(subscribe, start, () => 0);
}

/**
 * Toasts leave free an element at the top of the screen, while the caller is shown.
 * @param element the head of the page, with its controls
 */
export function useToastsBelow(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const head = element.current;
    if (head) return keepFree(head, [head], () => head.offsetHeight);
  }, [element]);
}

/**
 * A ref for the head of a dialog: toasts leave it free where they would cover it, as in a sheet that
 * is as high as the screen.
 * @param head the title and the cross, at the top of the dialog's panel
 */
export function toastsBelowTitle(head: HTMLElement | null): (() => void) | undefined {
  const panel = head?.closest<HTMLElement>('[role="dialog"]');
  if (!head || !panel) return;
  return keepFree(head, [head, panel], () => {
    const { top } = panel.getBoundingClientRect();
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // Its own offset, since a panel may be scrolled.
    return top < TOAST_ROOM_REM * rem ? top + head.offsetTop + head.offsetHeight : 0;
  });
}

/** @returns a function that ends it */
function keepFree(head: HTMLElement, observed: readonly HTMLElement[], endOf: () => number): () => void {
  const observer = new ResizeObserver(() => {
    ends.set(head, endOf());
    changed();
  });
  for (const element of observed) observer.observe(element);
  return () => {
    observer.disconnect();
    ends.delete(head);
    changed();
  };
}
