/**
 * Words after a number that multiply it, by their power of ten. After Chinese and Arabic digits, in
 * every form that people type.
 */
const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  million: 6,
  百: 2,
  千: 3,
  万: 4,
  萬: 4,
  百万: 6,
  千万: 7,
  亿: 8,
  ألف: 3,
  الف: 3,
  آلاف: 3,
  الاف: 3,
  مليون: 6,
  ملايين: 6,
};

const SCALE = Object.keys(SCALES)
  .toSorted((a, b) => b.length - a.length)
  .join('|');

/**
 * "5,000", "3.5", "12000"; not a part of a longer number, a model code or a negative one. Spaces
 * group only where it ends in thousands: "5 000 pieces" is one number, "hall 4 500 pieces" has two.
 */
const DIGITS = '(?:\\d{1,3}(?:,\\d{3})+|\\d{1,3}(?: \\d{3})* 000|\\d+)(?:\\.\\d+)?(?!\\d|[.,]\\d)';
/** 千 of 千克 (kilogram) and of 千瓦 (kilowatt) is no thousand. */
const SCALED = `${DIGITS}(?:\\s?(?:${SCALE})(?![a-z克米瓦]))?`;
const CHINESE_SIGNS = '[一二两三四五六七八九十百千万]';
/**
 * Written out, from ten up: 一个 is "a" more than a number. Of bounded length: a long row of such
 * signs would be read again from each of them.
 */
const CHINESE = `(?<!${CHINESE_SIGNS})(?=${CHINESE_SIGNS}{0,11}[十百千万])${CHINESE_SIGNS}{1,12}(?!${CHINESE_SIGNS})`;
const ONE = `(?:${SCALED}|${CHINESE})`;

/** Pattern source of a number or a range of two, without groups of its own. */
export const NUMBER = `(?<![\\d.,\\w-])${ONE}(?:\\s?(?:[-–—~～至到]|to(?=\\s)|إلى)\\s?${ONE})?`;

const RANGE = /\s?(?:[-–—~～至到]|to(?=\s)|إلى)\s?/;

/**
 * @returns a match of {@link NUMBER} with ASCII digits and grouping commas; a range as "500–800".
 */
export function plainNumber(written: string): string {
  const parts = written.split(RANGE);
  const scale = scaleOf(parts.at(-1) ?? '');
  return parts
    .map((part) => {
      // "5-8 thousand" is thousands at both ends.
      const own = scaleOf(part) || !/\d/.test(part) ? part : `${part}${scale}`;
      return grouped(numberOf(own));
    })
    .join('–');
}

function scaleOf(part: string): string {
  return /\d/.test(part) ? part.replace(/^\d[\d., ]*/, '') : '';
}

function numberOf(part: string): number {
  if (!/\d/.test(part)) return chineseValue(part);
  const value = Number((/^\d[\d., ]*/.exec(part)?.[0] ?? '').replaceAll(/[, ]/g, ''));
  return value * 10 ** (SCALES[scaleOf(part).toLowerCase()] ?? 0);
}

/** Made once: a new one for each number takes longer than everything else. */
const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 10 });

/**
 * Rounds to 15 digits: beyond them, floating point would add digits that the message does not
 * contain.
 */
function grouped(value: number): string {
  return GROUPED.format(Number(value.toPrecision(15)));
}

const CHINESE_DIGITS = '零一二三四五六七八九';
const CHINESE_UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** 一万二千 → 12000, 三百五十 → 350, 两千五 → 2500. */
function chineseValue(text: string): number {
  const [high, low] = text.includes('万') ? text.split('万') : ['', text];
  const tenThousands = text.includes('万') ? belowTenThousand(high || '一') : 0;
  return tenThousands * 10_000 + belowTenThousand(low ?? '');
}

function belowTenThousand(text: string): number {
  let sum = 0;
  let digit = 0;
  let last = 1;
  for (const sign of text) {
    const unit = CHINESE_UNITS[sign];
    if (unit === undefined) {
      digit = sign === '两' ? 2 : CHINESE_DIGITS.indexOf(sign);
    } else {
      sum += (digit || 1) * unit;
      last = unit;
      digit = 0;
    }
  }
  // A last digit alone counts the next smaller unit: 两千五 is 2,500.
  return sum + (last > 10 ? digit * (last / 10) : digit);
}
