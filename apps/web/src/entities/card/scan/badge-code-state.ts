// How the code of a badge gets from the scanner to the card box: in the state of the navigation.

/** The card box, and the scanner of badges, as relative addresses within a dashboard. */
export const SAVED_CARDS_PATH = '../contacts?box';
export const BADGE_SCAN_PATH = '../contacts/scan-badge';

/** A scanned code, and the id of the card that it becomes: a repeated save makes no second one. */
export interface ScannedBadge {
  code: string;
  id: string;
}

/** @returns the scanned badge that a navigation brought; null for any other state */
export function scannedBadge(state: unknown): ScannedBadge | null {
  const { code, id } = (state as { badge?: Partial<ScannedBadge> } | null)?.badge ?? {};
  return typeof code === 'string' && typeof id === 'string' ? { code, id } : null;
}
