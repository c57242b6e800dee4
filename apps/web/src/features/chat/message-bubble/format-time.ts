import { intlLocale } from '@/shared/i18n/intl-locale.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The time of day in the viewer's language, '9:18 AM' say. Formats are kept, as a long chat needs
 * hundreds.
 */
export function formatTime(iso: string, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(intlLocale(language), { timeStyle: 'short' });
    formats.set(language, format);
  }
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : format.format(date);
}
