import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';

/**
 * Read only where no reader can take the day for the month: by its name, in Chinese, or ISO 8601.
 */
const MONTHS: readonly { en: string; ar: string; arRead?: string }[] = [
  { en: 'January', ar: 'يناير', arRead: 'كانون الثاني' },
  { en: 'February', ar: 'فبراير', arRead: 'شباط' },
  { en: 'March', ar: 'مارس', arRead: 'آذار' },
  { en: 'April', ar: 'أبريل', arRead: 'نيسان' },
  { en: 'May', ar: 'مايو', arRead: 'أيار' },
  { en: 'June', ar: 'يونيو', arRead: 'حزيران' },
  { en: 'July', ar: 'يوليو', arRead: 'تموز' },
  { en: 'August', ar: 'أغسطس', arRead: 'آب' },
  { en: 'September', ar: 'سبتمبر', arRead: 'أيلول' },
  { en: 'October', ar: 'أكتوبر', arRead: 'تشرين الأول' },
  { en: 'November', ar: 'نوفمبر', arRead: 'تشرين الثاني' },
  { en: 'December', ar: 'ديسمبر', arRead: 'كانون الأول' },
];

const LONG_EN = MONTHS.map((month) => month.en).join('|');
const SHORT_EN = MONTHS.map((month) => month.en.slice(0, 3)).join('|');
const NAMES_AR = MONTHS.flatMap((month) => (month.arRead ? [month.ar, month.arRead] : [month.ar])).join('|');
const YEAR = '(20\\d{2})';
const DAY = '(\\d{1,2})';

/** Every date with an unambiguous order; the groups are those of `readDate`. */
export const DATE: Record<Language, RegExp> = {
  en: lookBehind(
    `(?<![\\w-])(?:${YEAR}-(\\d{2})-(\\d{2})|${DAY}(?:st|nd|rd|th)?(?: of)? (${LONG_EN}|${SHORT_EN}),?(?: ${YEAR})?|(${LONG_EN}|${SHORT_EN}) ${DAY}(?:st|nd|rd|th)?(?:,? ${YEAR})?)(?![\\w-])`,
    'giu',
  ),
  zh: lookBehind(
    `(?<![\\d-])(?:${YEAR}-(\\d{2})-(\\d{2})(?![\\d-])|(?:${YEAR}年)?(\\d{1,2})月${DAY}[日号])`,
    'gu',
  ),
  ar: lookBehind(
    `(?<![\\d-])(?:${YEAR}-(\\d{2})-(\\d{2})(?![\\d-])|${DAY} (${NAMES_AR})(?!\\p{Script=Arabic})(?: ${YEAR})?)`,
    'gu',
  ),
};

/** A day of the calendar; the year may be left open. */
export interface CalendarDay {
  day: number;
  month: number;
  year: number | null;
}

/** @returns the day that a match of `DATE[language]` names, or null when there is no such day. */
export function readDate(groups: readonly (string | undefined)[], language: Language): CalendarDay | null {
  const [isoYear, isoMonth, isoDay, ...rest] = groups;
  if (isoYear) return checked(Number(isoDay), Number(isoMonth), Number(isoYear));
  if (language === 'zh') {
    const [year, month, day] = rest;
    return checked(Number(day), Number(month), year ? Number(year) : null);
  }
  const [dayFirst, monthAfter, yearA, monthFirst, dayAfter, yearB] = rest;
  if (language === 'ar')
    return checked(Number(dayFirst), arabicMonth(monthAfter), yearA ? Number(yearA) : null);
  const year = yearA ?? yearB;
  return checked(
    Number(dayFirst ?? dayAfter),
    englishMonth(monthAfter ?? monthFirst ?? ''),
    year ? Number(year) : null,
  );
}

/** @returns the day as it is written in business letters of that language. */
export function dateText({ day, month, year }: CalendarDay, language: Language): string {
  const names = MONTHS[month - 1];
  switch (language) {
    case 'en':
      return [day, names?.en, year].filter((part) => part !== null).join(' ');
    case 'ar':
      return [day, names?.ar, year].filter((part) => part !== null).join(' ');
    case 'zh':
      return `${year ? `${year}年` : ''}${month}月${day}日`;
  }
}

function checked(day: number, month: number, year: number | null): CalendarDay | null {
  // Without a year, a leap year lets 29 February pass.
  const date = new Date(Date.UTC(year ?? 2024, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { day, month, year } : null;
}

function englishMonth(name: string): number {
  return (
    MONTHS.findIndex((month) => month.en.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase()) + 1
  );
}

function arabicMonth(name: string | undefined): number {
  return MONTHS.findIndex((month) => month.ar === name || month.arRead === name) + 1;
}
