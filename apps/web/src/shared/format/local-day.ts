/**
 * A day of the calendar on this device's clock, `2026-05-17`, as dates without a time are stored.
 * @param daysFromNow 0 is today
 */
export function localDay(daysFromNow = 0, now: Date = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysFromNow);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}
