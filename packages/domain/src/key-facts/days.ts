import { LANGUAGES } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';
import { DATE, readDate } from '../phrasebook/dates.ts';
import type { FactMeaning } from './fact.ts';
import { Places } from './places.ts';

export interface FoundDay {
  start: number;
  end: number;
  key: string;
  meaning: FactMeaning;
}

/**
 * Whether the first or the second number is the day depends on the writer, so such a date is shown
 * unchanged.
 */
const NUMERIC = lookBehind(
  String.raw`(?<![\d./-])(?:20\d{2}[/.]\d{1,2}[/.]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.](?:20)?\d{2})(?![\d/]|\.\d)`,
  'g',
);

const EN_DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const AR_DAY = '(?:الاثنين|الإثنين|الثلاثاء|الأربعاء|الاربعاء|الخميس|الجمعة|السبت|الأحد|الاحد)';
const AR_NEXT = '(?:\\s(?:القادم|المقبل|القادمة|المقبلة))';

/** Days that count from when the message was written. */
const RELATIVE: readonly RegExp[] = [
  lookBehind(
    `(?<![a-z])(?:(?:next|this|on|by|until)\\s)?(?:${EN_DAY}|the day after tomorrow|tomorrow|next (?:week|month)|end of (?:the|this|next) (?:week|month|year))(?:\\s(?:morning|afternoon|evening))?(?![a-z])`,
    'gi',
  ),
  /(?:后天|明天|明早|明晚|(?:下个?|本|这个?)?(?:周|星期|礼拜)[一二三四五六日天]|下周|下个月|月底|年底)(?:早上|上午|中午|下午|晚上)?/g,
  lookBehind(
    `(?<!\\p{Script=Arabic})(?:بعد غد|غدًا|غدا|(?:يوم\\s)?${AR_DAY}${AR_NEXT}?|الأسبوع${AR_NEXT}|الشهر${AR_NEXT}|نهاية (?:الأسبوع|الشهر|السنة))(?:\\s(?:صباحًا|صباحا|مساءً|مساء))?(?!\\p{Script=Arabic})`,
    'gu',
  ),
];

/** Times of the day. */
const TIMES: readonly RegExp[] = [
  lookBehind(String.raw`(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?:\s?[ap]\.?m\b\.?)?(?![\d:])`, 'gi'),
  lookBehind(String.raw`(?<![\d:.,])(?:1[0-2]|[1-9])\s?[ap]m\b`, 'gi'),
  /(?:早上|上午|中午|下午|晚上)?(?:[01]?\d|2[0-4]|十[一二]?|[一二两三四五六七八九])点(?:半|钟|[0-5]?\d分?)?/g,
  /الساعة\s\d{1,2}(?::[0-5]\d)?(?:\s(?:صباحًا|صباحا|مساءً|مساء|ظهرًا|ظهرا))?/g,
];

/** Between a day and a time that belong together. */
const JOINT = /^\s?[,،，]?\s?(?:at|from|في|على)?\s?$/i;

/**
 * @param text with ASCII digits. @returns days and times; a day with a time after it is one fact
 */
export function findDays(text: string): FoundDay[] {
  const found: FoundDay[] = [];
  const places = new Places(text.length);
  const add = (start: number, written: string, meaning: FactMeaning, key: string) => {
    const end = start + written.length;
    if (places.take(start, end)) found.push({ start, end, key, meaning });
  };
  for (const language of LANGUAGES) {
    for (const match of text.matchAll(DATE[language])) {
      const day = readDate(match.slice(1), language);
      if (!day) continue;
      const key = `day:${day.year ?? ''}-${day.month}-${day.day}`;
      add(match.index, match[0], { kind: 'day', day }, key);
    }
  }
  for (const pattern of [NUMERIC, ...RELATIVE, ...TIMES]) {
    for (const { index, 0: written } of text.matchAll(pattern)) {
      add(index, written, { kind: 'as-written' }, `when:${written.toLowerCase().replace(/\s+/g, ' ')}`);
    }
  }
  return joined(
    found.sort((a, b) => a.start - b.start),
    text,
  );
}

function joined(days: readonly FoundDay[], text: string): FoundDay[] {
  const result: FoundDay[] = [];
  for (const day of days) {
    const before = result.at(-1);
    if (before && JOINT.test(text.slice(before.end, day.start))) {
      const meaning = { kind: 'as-written' } as const;
      result[result.length - 1] = {
        start: before.start,
        end: day.end,
        key: `${before.key} ${day.key}`,
        meaning,
      };
    } else result.push(day);
  }
  return result;
}
