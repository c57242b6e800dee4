import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';
import { SLOT_UNITS } from './slot-units.ts';

const ENGLISH: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};
const ENGLISH_SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000 };
const CHINESE_DIGITS = '零一二三四五六七八九';
const CHINESE_SCALES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const ARABIC: readonly (readonly [word: string, value: number])[] = [
  ['ثلاث[ةه]?', 3],
  ['[أا]ربع[ةه]?', 4],
  ['خمس[ةه]?', 5],
  ['ست[ةه]?', 6],
  ['سبع[ةه]?', 7],
  ['ثمان(?:ي[ةه]?)?', 8],
  ['تسع[ةه]?', 9],
  ['عشر[ةه]?', 10],
  ['عشر[وي]ن', 20],
  ['ثلاث[وي]ن', 30],
  ['[أا]ربع[وي]ن', 40],
  ['خمس[وي]ن', 50],
  ['ست[وي]ن', 60],
  ['تسع[وي]ن', 90],
  ['(?:مئ|مائ)[ةه]', 100],
  ['[أا]لف', 1000],
];

const names = (language: Language) =>
  SLOT_UNITS.flatMap((unit) => [...unit[language].read])
    .filter((name) => /\p{L}/u.test(name))
    .toSorted((a, b) => b.length - a.length)
    .join('|');

const ENGLISH_NUMBER = lookBehind(
  `(?<![\\w-])(?:(${Object.keys(ENGLISH).join('|')})(?: (hundred|thousand))?)(?= (?:${names('en')})(?![a-z]))`,
  'gi',
);
// After 这 (these), 第 (ordinals) and 几 (some) a numeral is not a quantity for a slot.
const CHINESE_NUMBER = lookBehind(
  `(?<![\\d这那第每几两一二三四五六七八九十百千万])(?!千[克瓦米])([两二三四五六七八九十百千][两一二三四五六七八九十百千]*)(?=(?:${names('zh')}))`,
  'gu',
);
const TEN_THOUSANDS = lookBehind(
  String.raw`(?<![\d.,])(\d{1,5}(?:\.\d{1,4})?)\s?万(?![一二三四五六七八九\d])`,
  'gu',
);
const ARABIC_NUMBER = lookBehind(
  `(?<!\\p{Script=Arabic})(?:${ARABIC.map(([word]) => `(${word})`).join('|')})(?= (?:${names('ar')})(?!\\p{Script=Arabic}))`,
  'gu',
);

/**
 * Converts number words before a unit to digits: "two weeks", 三十天, خمسة أيام; and 5万 to 50,000.
 * @param text with ASCII digits
 */
export function withNumberWords(text: string, language: Language): string {
  switch (language) {
    case 'en':
      return text.replace(ENGLISH_NUMBER, (_match, word: string, scale: string | undefined) =>
        String((ENGLISH[word.toLowerCase()] ?? 0) * (scale ? (ENGLISH_SCALES[scale.toLowerCase()] ?? 1) : 1)),
      );
    case 'zh':
      return text
        .replace(TEN_THOUSANDS, (_match, number: string) => grouped(Number(number) * 10_000))
        .replace(CHINESE_NUMBER, (match) => grouped(chineseNumber(match)));
    case 'ar':
      return text.replace(ARABIC_NUMBER, (match, ...groups: unknown[]) => {
        const value = ARABIC[groups.indexOf(match)]?.[1];
        return value === undefined ? match : String(value);
      });
  }
}

function chineseNumber(numeral: string): number {
  let total = 0;
  let digit = 0;
  for (const character of numeral) {
    const scale = CHINESE_SCALES[character];
    if (scale === undefined) {
      digit = character === '两' ? 2 : CHINESE_DIGITS.indexOf(character);
    } else {
      total += Math.max(1, digit) * scale;
      digit = 0;
    }
  }
  return total + digit;
}

function grouped(value: number): string {
  return value >= 10_000 ? Math.round(value).toLocaleString('en-US') : String(Math.round(value));
}
