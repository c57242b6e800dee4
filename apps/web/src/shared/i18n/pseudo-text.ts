// Artificial texts, derived from the English ones, that show a developer how a language would
// change a screen.

/** `long`: as long as a language of long words. `rtl`: from right to left. */
export const PSEUDO_LOCALES = ['long', 'rtl'] as const;
export type PseudoLocale = (typeof PSEUDO_LOCALES)[number];

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ø',
  U: 'Û',
  n: 'ñ',
  c: 'ç',
  y: 'ý',
};

const RIGHT_TO_LEFT_OVERRIDE = '\u202E';
const POP_DIRECTION = '\u202C';

/** Short labels grow most when they are translated. */
const GROWTH = { short: 1, long: 0.4, shortUpTo: 20 };

/** @returns an English text as the pseudo locale writes it; it can still be made out */
export function pseudoText(text: string, locale: PseudoLocale): string {
  if (text.trim() === '') return text;
  return locale === 'long' ? lengthened(text) : turned(text);
}

/** Between brackets, so that a text which is cut off, or put together of parts, is seen at once. */
function lengthened(text: string): string {
  const growth = text.length <= GROWTH.shortUpTo ? GROWTH.short : GROWTH.long;
  const padding = 'lorem '
    .repeat(Math.ceil((text.length * growth) / 6))
    .slice(0, Math.ceil(text.length * growth));
  return `[${text.replace(/[A-Za-z]/g, (letter) => ACCENTED[letter] ?? letter)} ${padding.trim()}]`;
}

/** Each word runs the other way, as in the pseudo locale ar-XB of Android and Chromium. */
function turned(text: string): string {
  return text.replace(/[\p{L}\p{M}'’-]+/gu, (word) => `${RIGHT_TO_LEFT_OVERRIDE}${word}${POP_DIRECTION}`);
}
