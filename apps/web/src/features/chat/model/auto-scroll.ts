/** Farther than this from the bottom, in px, the scroll-to-bottom button shows (spec sections 2 and 9). */
export const SCROLL_BUTTON_DISTANCE = 100;

/** After a manual scroll the list stays where it is for this long, in ms (spec section 4). */
export const AUTO_SCROLL_LOCK_MS = 1_000;

export interface ScrollBox {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

/** @returns how far the view is from the bottom of the list, in px, never below 0. */
export function distanceFromBottom(box: ScrollBox): number {
  return Math.max(0, box.scrollHeight - box.clientHeight - box.scrollTop);
}

/** Why the list has grown at its end. */
export type Growth = 'own-message' | 'other-message';

/**
 * Whether the list goes to the bottom now (spec section 4): always for one's own message, for others' unless the reader
 * has just scrolled.
 * @param lastManualScroll when the reader last scrolled, in ms since 1970; null for never.
 */
export function shouldFollow(growth: Growth, lastManualScroll: number | null, now: number): boolean {
  if (growth === 'own-message' || lastManualScroll === null) return true;
  return now - lastManualScroll >= AUTO_SCROLL_LOCK_MS;
}
