/**
 * Room above the first message for the way to earlier ones, in px. It never changes, so that
 * nothing moves.
 */
export const HEAD_PX = 64;
/**
 * Room below the last one, in px. The target of a finger on its last line reaches 10 px below the
 * bubble: with less room it would lengthen the scroll.
 */
export const FOOT_PX = 12;
/** Space above a row that the list scrolls to, in px, which shows the message before it. */
export const CONTEXT_PX = 72;
/** A view this close to the bottom, in px, stays there when the list or its window changes size. */
export const STICKY_DISTANCE = 24;
