/**
 * Compares two timestamps of the database. PostgreSQL has microseconds, which `Date` would drop,
 * and prints them without trailing zeros.
 */
export function compareTimes(a: string, b: string): number {
  return Date.parse(a) - Date.parse(b) || microseconds(a) - microseconds(b);
}

/** The fraction of a second after the milliseconds, in microseconds. */
function microseconds(timestamp: string): number {
  const fraction = /\.(\d+)/.exec(timestamp)?.[1] ?? '';
  return Number(fraction.padEnd(6, '0').slice(3, 6));
}
