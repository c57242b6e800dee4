const MINUTES_AN_HOUR = 60;

/**
 * The name of a time zone as the database takes it. A device whose zone is set as a bare offset has
 * no name for it.
 * @param name as Intl gives it, 'Asia/Dubai' or '+04:00' say
 * @param offsetMinutes of `Date.getTimezoneOffset()`: negative east of Greenwich
 */
export function zoneName(name: string | undefined, offsetMinutes: number): string {
  if (name && /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return name;
  const hours = Math.round(offsetMinutes / MINUTES_AN_HOUR);
  if (hours === 0) return 'UTC';
  // These names count the other way: Etc/GMT-4 is four hours ahead.
  return `Etc/GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}`;
}

/** The zone of this device. */
export function deviceZone(): string {
  return zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date().getTimezoneOffset());
}
