import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';

const ENGLISH_HOURS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const ENGLISH_HOUR = `(\\d{1,2}|${ENGLISH_HOURS.join('|')})`;
const ENGLISH_CLOCK = lookBehind(
  String.raw`(?<![\d:.,\p{Pd}])(\d{1,2})(?::([0-5]\d))?\s?([ap])\.?m\b(?:\.|(?=\s|$|[?!,;]))`,
  'giu',
);
const ENGLISH_OCLOCK = new RegExp(
  `\\b(half past )?${ENGLISH_HOUR}(?: o['’]?clock)?( in the morning| in the afternoon| in the evening)?(?![\\w:.,]*\\d)`,
  'giu',
);

const CHINESE_NUMERAL = '[一二三四五六七八九十两]{1,3}|\\d{1,2}';
const CHINESE_CLOCK = lookBehind(
  `(?<![\\d.第这那几零一二三四五六七八九十百千万])(?:(早上|早晨|上午|中午|下午|傍晚|晚上)\\s*)?(${CHINESE_NUMERAL})(?:点(钟|整|半)?|:([0-5]\\d))(?![\\d:零一二三四五六七八九十意建要])`,
  'gu',
);
const CHINESE_DATE = lookBehind(
  String.raw`(?<![\d零一二三四五六七八九十])([一二三四五六七八九十]{1,2})月([一二三四五六七八九十]{1,3})[日号]`,
  'gu',
);
const CHINESE_MONTH = lookBehind(String.raw`(?<!\d)(1[0-2]|[1-9])月(?![\d一二三四五六七八九十])`, 'gu');

const ARABIC_HOURS = [
  'الواحد[ةه]',
  'الثاني[ةه]',
  'الثالث[ةه]',
  'الرابع[ةه]',
  'الخامس[ةه]',
  'السادس[ةه]',
  'السابع[ةه]',
  'الثامن[ةه]',
  'التاسع[ةه]',
  'العاشر[ةه]',
  'الحادي[ةه] عشر[ةه]?',
  'الثاني[ةه] عشر[ةه]?',
];
const ARABIC_CLOCK = lookBehind(
  `(?<=الساع[ةه] )(?:${ARABIC_HOURS.map((hour) => `(${hour})`)
    .toReversed()
    .join(
      '|',
    )}|(\\d{1,2})(?::([0-5]\\d))?)( و(?:ال)?نصف)?(?: (صباح|ظهر|عصر|مساء|بعد الظهر|من صباح|من مساء)[ًا]*)?(?![\\p{Script=Arabic}\\d:])`,
  'gu',
);

/**
 * Converts times of the day to the notation of 24 hours where the day part is known: "3:30 pm" and
 * 下午三点半 to 15:30, الساعة الثالثة to 3:00; and Chinese dates and months to the notation that the
 * slots read.
 * @param text with ASCII digits
 */
export function withTimeWords(text: string, language: Language): string {
  switch (language) {
    case 'en':
      return text
        .replace(ENGLISH_CLOCK, (match, hour: string, minute: string | undefined, half: string) =>
          clock(match, Number(hour), minute ?? '00', half.toLowerCase() === 'a' ? 'morning' : 'later'),
        )
        .replace(
          ENGLISH_OCLOCK,
          (match, halfPast: string | undefined, hour: string, part: string | undefined) => {
            if (!halfPast && !/clock/i.test(match)) return match;
            const number = ENGLISH_HOURS.indexOf(hour.toLowerCase()) + 1 || Number(hour);
            const half = part && (/morning/i.test(part) ? 'morning' : 'later');
            return clock(match, number, halfPast ? '30' : '00', half || undefined);
          },
        );
    case 'zh':
      return text
        .replace(CHINESE_DATE, (_match, month: string, day: string) => `${numeral(month)}月${numeral(day)}日`)
        .replace(CHINESE_MONTH, (_match, month: string) => `${chinese(Number(month))}月`)
        .replace(
          CHINESE_CLOCK,
          (
            match,
            part: string | undefined,
            hour: string,
            after: string | undefined,
            minute: string | undefined,
          ) => {
            // 一点 means "a little", too.
            if (hour === '一' && !part && !after && !minute) return match;
            // 晚上一点 is after midnight.
            if (part === '晚上' && numeral(hour) < 5) return match;
            const half = part && (/早|上午/.test(part) ? 'morning' : part === '中午' ? 'noon' : 'later');
            return clock(match, numeral(hour), minute ?? (after === '半' ? '30' : '00'), half || undefined);
          },
        );
    case 'ar':
      return text.replace(ARABIC_CLOCK, (match, ...groups: (string | undefined)[]) => {
        const [digits, minute, half, part] = groups.slice(12, 16);
        if (minute && half) return match;
        const word = 12 - groups.slice(0, 12).findIndex((group) => group !== undefined);
        const time = part && (/صباح/.test(part) ? 'morning' : part === 'ظهر' ? 'noon' : 'later');
        return clock(
          match,
          digits ? Number(digits) : word,
          minute ?? (half ? '30' : '00'),
          time || undefined,
        );
      });
  }
}

/** @returns the time in digits, or `match` where the hour and the part of the day don't fit. */
function clock(match: string, hour: number, minute: string, part?: 'morning' | 'noon' | 'later'): string {
  if (!(hour >= 1 && hour <= 23)) return match;
  if (hour > 12 || !part) return hour > 12 && part === 'morning' ? match : `${hour}:${minute}`;
  switch (part) {
    case 'morning':
      return hour === 12 ? match : `${hour}:${minute}`;
    case 'noon':
      return hour > 2 && hour < 11 ? match : `${hour < 3 ? hour + 12 : hour}:${minute}`;
    case 'later':
      return hour === 12 ? match : `${hour + 12}:${minute}`;
  }
}

const CHINESE_DIGITS = '零一二三四五六七八九';

/** @returns the number of a Chinese numeral below 100, or of digits. */
function numeral(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['零', text];
  const digit = (character: string) => (character === '两' ? 2 : CHINESE_DIGITS.indexOf(character || '零'));
  return (tens ? digit(tens) : 1) * 10 + digit(ones);
}

function chinese(month: number): string {
  return month < 10 ? (CHINESE_DIGITS[month] ?? '') : `十${month > 10 ? CHINESE_DIGITS[month - 10] : ''}`;
}
