/** Characters of a badge's opaque id. The column `scanned_cards.badge` has the same number. */
export const BADGE_ID_LIMIT = 300;
