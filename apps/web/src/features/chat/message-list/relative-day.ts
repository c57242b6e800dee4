const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * @returns whether a moment lies in this day of the viewer's calendar or the one before; null for
 * any other.
 * @param now ms since 1970
 */
export function relativeDay(at: string, now: number): 'today' | 'yesterday' | null {
  const day = new Date(at).toDateString();
  if (day === new Date(now).toDateString()) return 'today';
  return day === new Date(now - DAY_MS).toDateString() ? 'yesterday' : null;
}
