import { lookBehind } from '@dragoman/domain/look-behind';
import { LinkifyIt } from 'linkify-it';

/** A piece of a message: plain text, or text that leads somewhere. */
export type TextPiece = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

// Addresses are searched in runs of ASCII only. Adjacent text without a space (Chinese words,
// full-width and Arabic punctuation) can then never become part of one, and a host with imitated
// Latin letters is not linked.
const ASCII_RUN = /[!-~]+/g;
/**
 * Scripts that are written right beside Latin words, and none of whose letters looks like a Latin
 * one.
 */
const NEIGHBOURS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Arabic}]/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;
/**
 * The rest of a path in letters of its own, as address bars show it; Chinese is left out, as it may
 * be the sentence.
 */
const PATH_REST =
  /^(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{M}\p{N}\-_/%=&#]|[.?](?=[\p{L}\p{N}]))+/u;

/** International numbers: a plus or two zeros, then 8 to 15 digits with the usual separators. */
const PHONE = lookBehind(
  String.raw`(?<![A-Za-z\d+/.:=@-])(?:\+|00)[1-9](?:[ \u00a0().-]{0,2}\d){7,14}(?![A-Za-z\d])`,
  'g',
);

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false });
for (const schema of ['ftp:', '//']) linkify.add(schema, null);

interface Found {
  start: number;
  end: number;
  href: string;
}

/**
 * Splits a message into text and links: web and mail addresses and international phone numbers. A
 * link shows exactly the message's text and leads exactly there. Other protocols, hosts hidden
 * after a user name (`https://bank.example@other.example`) and hosts that mix in letters which
 * imitate Latin ones are not linked.
 * @returns pieces that make up the whole message, in order.
 */
export function splitLinks(message: string): TextPiece[] {
  const found = [...findAddresses(message), ...findPhones(message)].sort((a, b) => a.start - b.start);
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { start, end, href } of found) {
    if (start < done) continue;
    if (start > done) pieces.push({ kind: 'text', text: message.slice(done, start) });
    pieces.push({ kind: 'link', text: message.slice(start, end), href });
    done = end;
  }
  if (done < message.length) pieces.push({ kind: 'text', text: message.slice(done) });
  return pieces;
}

function* findAddresses(message: string): Generator<Found> {
  for (const run of message.matchAll(ASCII_RUN)) {
    for (const match of linkify.match(run[0]) ?? []) {
      const start = run.index + match.index;
      let end = run.index + match.lastIndex;
      // Text before an @ is not a host, even if it looks like one.
      if (isPartOfForeignWord(message.slice(0, start), 'before') || /[@\\]/.test(message.charAt(end)))
        continue;
      const hasPath = match.raw.replace(/^https?:\/\//i, '').includes('/');
      if (end === run.index + run[0].length) {
        if (hasPath) end += PATH_REST.exec(message.slice(end))?.[0].length ?? 0;
        else if (isPartOfForeignWord(message.slice(end), 'after')) continue;
      }
      const href = safeHref(match.url + message.slice(run.index + match.lastIndex, end));
      if (href) yield { start, end, href };
    }
  }
}

/**
 * Whether the letter next to an address belongs to a script whose letters could pass for Latin
 * ones.
 */
function isPartOfForeignWord(text: string, side: 'before' | 'after'): boolean {
  const letter = side === 'before' ? [...text.slice(-2)].at(-1) : [...text.slice(0, 2)][0];
  return letter !== undefined && WORD.test(letter) && !NEIGHBOURS.test(letter);
}

function safeHref(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol === 'mailto:') return url.href;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  return url.username || url.password ? null : url.href;
}

function* findPhones(message: string): Generator<Found> {
  for (const { 0: text, index } of message.matchAll(PHONE)) {
    const digits = text.replace(/\D/g, '');
    yield { start: index, end: index + text.length, href: `tel:+${digits.replace(/^00/, '')}` };
  }
}
