import { CONTEXT_PX } from './list-dimensions.ts';

/**
 * Farther than this from the bottom, in px, the scroll-to-bottom button shows
 * (specification 2.19, 9.5).
 */
export const SCROLL_BUTTON_DISTANCE = 100;

/** After a manual scroll the list stays where it is for this long, in ms (specification 4.10). */
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

export interface ViewerPosition {
  /** The view's distance from the end of the list before it grew, in px. */
  distance: number;
  /** When the viewer last scrolled, in ms since 1970; null for never. */
  lastManualScroll: number | null;
}

/**
 * Whether the list scrolls to the bottom for new messages: now, when the lock ends (in so many ms),
 * or not at all.
 */
export type Follow = { kind: 'now' } | { kind: 'later'; afterMs: number } | { kind: 'stay' };

/**
 * Whether the list scrolls to the bottom for another person's message (specification 4.10): not
 * within a second after the viewer has scrolled, and not while the viewer is farther up, where the
 * button counts new messages instead.
 */
export function follow({ distance, lastManualScroll }: ViewerPosition, now: number): Follow {
  if (distance > SCROLL_BUTTON_DISTANCE) return { kind: 'stay' };
  const afterMs = lastManualScroll === null ? 0 : lastManualScroll + AUTO_SCROLL_LOCK_MS - now;
  return afterMs > 0 ? { kind: 'later', afterMs } : { kind: 'now' };
}

/** Browsers finish a smooth scroll within this time, in ms. */
const SMOOTH_SCROLL_MS = 1_000;

/**
 * A browser continues the viewer's smooth scroll after a jump by code, and would leave the end.
 * @param wentToBottom when code scrolled the list to its end, in ms since 1970
 * @param lastInput when the viewer last scrolled or pressed something there; null for never
 * @returns whether a scroll without a cause in code is the rest of one from before the jump
 */
export function isRestOfScroll(wentToBottom: number, lastInput: number | null, now: number): boolean {
  return now - wentToBottom < SMOOTH_SCROLL_MS && (lastInput === null || lastInput < wentToBottom);
}

/**
 * @param rowTop where the row of the first unread message begins in the list, in px
 * @param end the scroll position of the list's end, in px
 * @returns where a chat opens at that message, in px: below some of what it answers; at the end
 * where that shows all that is unread
 */
export function openingPosition(rowTop: number, end: number): number {
  return rowTop >= end ? end : Math.max(0, rowTop - CONTEXT_PX);
}

/** A message as counting sees it. */
interface Counted {
  message: { id: string; sender_id: string };
}

/** The position of the list's end at the last measurement. */
export interface ListEnd {
  /** Id of the last row; null for none. */
  last: string | null;
  /** Id of the last message that the server has. Most unsent messages come after it. */
  confirmed: string | null;
}

/** @returns where the list ends. */
export function endOf(rows: readonly (Counted & { delivery: string })[]): ListEnd {
  return {
    last: rows.at(-1)?.message.id ?? null,
    confirmed: rows.findLast(({ delivery }) => delivery === 'sent')?.message.id ?? null,
  };
}

/**
 * The kind of change at the end of the list: the list was opened, an own message, or messages of
 * others from `first` on.
 */
export type Arrival = { kind: 'opened' } | { kind: 'own' } | { kind: 'others'; first: string };

/** @returns the messages added since the list ended at `known`; null without new ones */
export function arrivalSince(rows: readonly Counted[], known: ListEnd, ownId: string): Arrival | null {
  const last = rows.at(-1)?.message;
  if (!last) return null;
  if (known.last === null) return { kind: 'opened' };
  if (last.id !== known.last && last.sender_id === ownId) return { kind: 'own' };
  const first = firstAfter(rows, known.confirmed, ownId);
  return first === null ? null : { kind: 'others', first };
}

/** @returns how many messages of others there are from `firstId` on; 0 without it. */
export function countMissed(rows: readonly Counted[], firstId: string | null, ownId: string): number {
  if (firstId === null) return 0;
  let count = 0;
  for (let i = rows.length - 1; i >= 0; i--) {
    const message = rows[i]?.message;
    if (message && message.sender_id !== ownId) count += 1;
    if (message?.id === firstId) return count;
  }
  return 0;
}

/**
 * @returns the first message of others after the one with `id` (null: of all); null without such a
 * one
 */
function firstAfter(rows: readonly Counted[], id: string | null, ownId: string): string | null {
  const from = id === null ? 0 : rows.findLastIndex(({ message }) => message.id === id) + 1;
  if (id !== null && from === 0) return null;
  return rows.slice(from).find(({ message }) => message.sender_id !== ownId)?.message.id ?? null;
}
