import { type RefObject, useEffect } from 'react';

// The first page of a visit leaves the focus at the top of the document, where the browser put it.
// Which one that was is asked of the browser: this module may come with the chunk of a later page.
// (The server renders pages too, and moves nothing.)
const [load] = performance.getEntriesByType('navigation');
const firstPath = new URL(load?.name ?? globalThis.location?.href ?? 'server:/').pathname;
let navigated = false;

/**
 * Moves the focus to a page's heading after a navigation, so that a screen reader announces the
 * page and the next Tab enters it. Browsers do this only for full page loads.
 * @param heading the page's `h1`, with `tabIndex={-1}`
 */
export function useArrivalFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    navigated ||= window.location.pathname !== firstPath;
    if (navigated) heading.current?.focus({ preventScroll: true });
  }, [heading]);
}
