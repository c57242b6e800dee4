/** A long date and time in the reader's language, '21 November 2026 at 09:18' say. Arabic keeps Western digits, as its speakers at trade fairs do in prices and dates. */
export function formatDateTime(iso: string, language: string): string {
  return format(iso, language, { dateStyle: 'long', timeStyle: 'short' });
}

/** A date alone, in the reader's language. */
export function formatDate(iso: string, language: string): string {
  return format(iso, language, { dateStyle: 'long' });
}

function format(iso: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(language, { ...options, numberingSystem: 'latn' }).format(date);
}
