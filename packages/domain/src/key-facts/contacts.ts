import { lookBehind } from '../look-behind.ts';
import { Places } from './places.ts';

/**
 * Patterns of contact details. Group 1 is the value where a label precedes it. Few spaces between
 * words, and no longer names than RFC 5321 allows: without a bound, a long row of either takes
 * quadratic time or worse.
 */
const EMAIL = /[a-z0-9._%+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;
const WEB = /(?:https?:\/\/|www\.)[!-~]+/gi;
const HOST = lookBehind(
  String.raw`(?<![\w.@-])(?:[a-z0-9-]+\.)+(?:com|net|org|cn|ae|sa|eg|qa|om|kw|bh|jo|io|co|biz|info|de|uk|in|tr|hk|tw)(?:\.[a-z]{2})?(?:/[!-~]*)?(?![\w-])`,
  'gi',
);
const WECHAT =
  /(?:wechat|weixin|微信号?|وي ?تشات)(?:\s{0,3}(?:id|号|账号|معرف))?\s{0,3}(?:is|是|为|هو)?\s{0,3}[:：]?\s{0,3}([a-z][\w-]{5,19})(?![\w@.-])/gi;
/** International, or as mobile phones are written in China and the Gulf. */
const PHONE = lookBehind(
  String.raw`(?<![\w+.,/-])(?:(?:\+|00)[1-9](?:[ ().-]{0,2}\d){7,14}|1[3-9]\d(?:[ -]?\d{4}){2}|05\d(?:[ -]?\d){7})(?![\w-]|[.,]\d)`,
  'g',
);
/** Any other number that its own word calls one. */
const NAMED_PHONE =
  /(?:phone|tel|mobile|whatsapp|call me (?:at|on)|电话|手机|هاتف|جوال|واتساب|موبايل)(?:\s{0,3}(?:no\.?|number|号码?|رقم))?\s{0,3}(?:is|是|为|هو)?\s{0,3}[:：.]?\s{0,3}(\(?\d(?:[ ().-]{0,2}\d){6,14})(?![\w-]|[.,]\d)/gi;

export interface FoundContact {
  start: number;
  end: number;
  key: string;
}

type Reader = readonly [pattern: RegExp, key: (text: string) => string];

const READERS: readonly Reader[] = [
  [EMAIL, (text) => text.toLowerCase()],
  [WEB, webKey],
  [HOST, webKey],
  [WECHAT, (text) => `wechat:${text.toLowerCase()}`],
  [PHONE, phoneKey],
  [NAMED_PHONE, phoneKey],
];

/**
 * @param text with ASCII digits.
 * @returns addresses, web sites, numbers and WeChat IDs; the earlier reader has the say where two
 * see something.
 */
export function findContacts(text: string): FoundContact[] {
  const found: FoundContact[] = [];
  const places = new Places(text.length);
  for (const [pattern, key] of READERS) {
    for (const match of text.matchAll(pattern)) {
      // A full stop or bracket after it belongs to the sentence.
      const value = withoutPunctuation(match[1] ?? match[0]);
      const start = match.index + match[0].indexOf(value);
      const end = start + value.length;
      if (places.take(start, end)) found.push({ start, end, key: key(value) });
    }
  }
  return found;
}

function withoutPunctuation(value: string): string {
  let end = value.length;
  while (end > 0 && '.,;:!?)]}\'"'.includes(value.charAt(end - 1))) end--;
  return value.slice(0, end);
}

function webKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
}

function phoneKey(text: string): string {
  return `tel:${text.replace(/\D/g, '').replace(/^00/, '')}`;
}
