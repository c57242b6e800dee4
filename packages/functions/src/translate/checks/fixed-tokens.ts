import { QUANTITY_SUFFIX } from './units.ts';

// Tokens that a translation must carry over letter by letter: web addresses, e-mail addresses,
// @names, product and model codes.

const URL_PATTERN =
  /(?:https?:\/\/|www\.)[^\s<>"'“”‘’«»，。！？；：、（）【】《》؟،؛\u0600-\u06FF\u3400-\u9FFF]+/giu;
// The look-behinds keep the time linear: a match begins only where its first run of letters does.
const EMAIL_PATTERN = /(?<![a-z0-9._%+-])[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
const ADDRESS_PATTERN = new RegExp(`${URL_PATTERN.source}|${EMAIL_PATTERN.source}`, 'giu');
/** A full stop or bracket after a web address belongs to the sentence. */
const MARKS_BEHIND_URL = /(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/;
/**
 * A name in a messenger or a network. After its @, Chinese and Arabic letters end it: they belong
 * to the sentence.
 */
const HANDLE_PATTERN = /(?<![a-z0-9._%+-])@[a-z_](?:[a-z0-9_.-]*[a-z0-9_])?/gi;
/** "See you @booth 5", "500 pcs @USD5": at, not a name. */
const PLACE_OR_PRICE =
  /^@(?:(?:the|our|your|my|booth|hall|stand|hotel|noon|usd|us|rmb|cny|aed|eur|gbp|sar)\d*(?:\.\d+)?)$/i;
const CODE_PATTERN = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[-_/.][A-Za-z0-9]+)*(?![A-Za-z0-9])/g;
/**
 * "5kg", "10pcs", "3pm", "2nd", "USD5", "30x40cm": numbers with a unit or an ending, which
 * languages write in their own way.
 */
const NUMBER_WITH_ENDING = new RegExp(
  `^(?:usd|us|rmb|cny|aed|dhs|eur|gbp|sar)?[0-9]+(?:[.,x][0-9]+)*(?:${QUANTITY_SUFFIX}|st|nd|rd|th|am|pm|h|s|x|k)?$`,
  'i',
);
/** Quarters are words more than codes: Q3 becomes 第三季度 and الربع الثالث. */
const QUARTER = /^Q[1-4]$/i;

/** @returns every token of `text` that must come through unchanged, in its order. */
export function fixedTokens(text: string): string[] {
  const tokens: string[] = [];
  replaceFixedTokens(text, (token) => {
    tokens.push(token);
    return ' ';
  });
  return tokens;
}

/** @returns whether `answer` contains each of those tokens of `source` as a whole token */
export function keepsFixedTokens(source: string, answer: string): boolean {
  const plain = answer.normalize('NFKC');
  return fixedTokens(source).every((token) => {
    // XK-200 is not in XK-2000, nor in XK-200-B.
    const whole = new RegExp(`(?<![A-Za-z0-9])${escaped(token)}(?![-_]?[A-Za-z0-9])`);
    return whole.test(plain);
  });
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/**
 * @returns `text` in Unicode NFKC, cut around its web and e-mail addresses: the pieces with odd
 * indexes are the addresses
 */
export function splitAtAddresses(text: string): string[] {
  const normal = text.normalize('NFKC');
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: match, index } of normal.matchAll(ADDRESS_PATTERN)) {
    const address = match.replace(MARKS_BEHIND_URL, '');
    pieces.push(normal.slice(done, index), address);
    done = index + address.length;
  }
  return [...pieces, normal.slice(done)];
}

/**
 * @returns `text` without those tokens, so that their letters and digits are not mistaken for words
 * and numbers.
 */
export function withoutFixedTokens(text: string): string {
  return replaceFixedTokens(text, () => ' ');
}

function replaceFixedTokens(text: string, replace: (token: string) => string): string {
  return text
    .normalize('NFKC')
    .replace(URL_PATTERN, (match) => {
      const url = match.replace(MARKS_BEHIND_URL, '');
      return replace(url) + match.slice(url.length);
    })
    .replace(EMAIL_PATTERN, replace)
    .replace(HANDLE_PATTERN, (match) => (PLACE_OR_PRICE.test(match) ? match : replace(match)))
    .replace(CODE_PATTERN, (match) => (isCode(match) ? replace(match) : match));
}

/** A code mixes Latin letters and digits: XK-200, M8, IP67, 40HQ. */
function isCode(token: string): boolean {
  const mixed = /[A-Za-z]/.test(token) && /[0-9]/.test(token);
  return mixed && !NUMBER_WITH_ENDING.test(token) && !QUARTER.test(token) && !isAlternatives(token);
}

/** "red/5" or "and/or2": a slash between a plain word and something else separates two things. */
function isAlternatives(token: string): boolean {
  return (
    token.split('/').length > 1 && token.split('/').every((part) => /^(?:[A-Za-z]+|[0-9.,]+)$/.test(part))
  );
}
