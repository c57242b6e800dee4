import { lookBehind } from '@dragoman/domain/look-behind';
import { editDistance } from './edit-distance.ts';
import { labelsIn } from './labels.ts';
import { hasKnownEnding } from './regions.ts';
import { asciiDigits } from './script.ts';
import type { Segment } from './segments.ts';
import { FREE_MAIL } from './vocabulary/companies.ts';

/** An e-mail address or a website of a card. */
interface FoundAddress {
  text: string;
  /** Host of the website, or the part after the @. */
  domain: string;
  confidence: number;
  /** It was not printed exactly so: a slip of the recognition was put right. */
  repaired: boolean;
  segment: Segment;
}

export interface FoundAddresses {
  emails: FoundAddress[];
  websites: FoundAddress[];
}

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const DOMAIN = `(?:${LABEL}\\.)+[a-z]{2,}`;
/** Before the @ are 64 characters at most (RFC 5321, 4.5.3.1.1); without a bound, quadratic time. */
const EMAIL = new RegExp(`[a-z0-9][a-z0-9._%+-]{0,63}@${DOMAIN}`, 'gi');
const WEBSITE = new RegExp(`(?:https?:\\/\\/)?(?<![@\\w.-])${DOMAIN}(?:\\/[\\w./?=&%#~-]*)?`, 'gi');

/** Pages of people and messengers, not a company's own site. */
const NOT_A_SITE =
  /(^|\.)(linkedin|facebook|instagram|twitter|x|youtube|tiktok|wa|weixin|wechat|qq|t)\.(com|me|cn|link)$/i;

/** The most addresses of each kind; they are compared with one another. */
const MOST_ADDRESSES = 10;

/** Finds e-mail addresses and websites, with the usual slips of recognition put right. */
export function findAddresses(segments: readonly Segment[]): FoundAddresses {
  const emails: FoundAddress[] = [];
  const websites: FoundAddress[] = [];
  for (const segment of segments) {
    const raw = asciiDigits(segment.words.map((word) => word.text).join(' '));
    const mended = mendAddresses(raw);
    const found = (text: string, domain: string): FoundAddress => ({
      text,
      domain: domain.toLowerCase(),
      confidence: segment.confidence,
      repaired: !raw.toLowerCase().includes(text.toLowerCase()),
      segment,
    });
    const mails = (mended.match(EMAIL) ?? []).filter((text) => hasKnownEnding(text));
    emails.push(
      ...mails.map((text) => found(withoutLabel(text.toLowerCase()), text.slice(text.indexOf('@') + 1))),
    );
    const rest = mended.replace(EMAIL, ' ');
    for (const text of rest.match(WEBSITE) ?? []) {
      const [host = ''] = text.replace(/^https?:\/\//i, '').split('/', 1);
      if (isSite(host, text, raw))
        websites.push(found(lowerHost(text.replace(/\/$/, '')), host.replace(/^www\./i, '')));
    }
  }
  return agreeing(
    { emails: emails.slice(0, MOST_ADDRESSES), websites: websites.slice(0, MOST_ADDRESSES) },
    segments,
  );
}

/**
 * 'mailb.sundaram@…': a label that was read together with the name after it. 'mail@' and 'mailing@'
 * are mailboxes.
 */
function withoutLabel(address: string): string {
  return address.replace(/^e?-?mail(?=[a-z]{1,12}[._][a-z])/, '');
}

/**
 * 'Co.Ltd' and 'v1.co' are no sites: without www, http or a label a site has a name of some length.
 */
function isSite(host: string, text: string, line: string): boolean {
  if (!hasKnownEnding(host) || NOT_A_SITE.test(host)) return false;
  if (/^(https?:|www\.)/i.test(text) || labelsIn(line).includes('website')) return true;
  const [name = ''] = host.split('.');
  return name.length >= 4 && host === host.toLowerCase() && !/^\d+$/.test(name);
}

function lowerHost(text: string): string {
  const slash = text.indexOf('/', text.includes('://') ? text.indexOf('://') + 3 : 0);
  return slash === -1 ? text.toLowerCase() : text.slice(0, slash).toLowerCase() + text.slice(slash);
}

// A piece of an address, and what may stand there for a dot. The look-behind keeps the time linear:
// a match begins only where the piece does.
const COMMA_BEHIND = lookBehind('(?<![a-z0-9.@-])([a-z0-9.@-]+)[,;·•](?=[a-z0-9])', 'gi');
const LOOSE_DOT_BEHIND = lookBehind(String.raw`(?<![a-z0-9.@-])([a-z0-9.@-]+) ?\. ?(?=[a-z0-9])`, 'gi');
const SPACE_BEHIND = lookBehind(
  String.raw`(?<![a-z0-9.@-])([a-z0-9.@-]*[a-z0-9.-]) (?=(?:com|net|org|cn|ae|sa)\b)`,
  'gi',
);

/**
 * Corrects typical recognition errors in addresses: spaces around their marks, commas for dots,
 * vvww, corn for com. Rows of spaces become one.
 */
function mendAddresses(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[＠©®]/g, '@')
    .replace(/ ?@ ?/g, '@')
    .replace(/(?<=[a-z0-9]) ?([._-]) ?(?=[a-z0-9._-]{1,64}@)/gi, '$1')
    .replace(/(?<=[a-z/@.])I(?=[a-z])/g, 'l')
    .replace(/\b(https?) ?[:;.] ?\/ ?\/? ?/gi, '$1://')
    .replace(/(?<![\w@.])[vw]{3,8}(?: ?[.,] ?|(?=[a-z0-9-]+\.[a-z]))(?=[a-z0-9])/gi, 'www.')
    .replace(/(?<![\w@.])w{2,4} ?[.,] ?(?=[a-z0-9-]+ ?[.,])/gi, 'www.')
    .replace(COMMA_BEHIND, withDot)
    .replace(LOOSE_DOT_BEHIND, withDot)
    .replace(SPACE_BEHIND, withDot)
    .replace(/(?<=[a-z0-9])\.(?:c[o0]rn|c0m|cem|oom|corm|con|coм|cam|c[o0]m[l1]?)(?![a-z0-9-])/gi, '.com')
    .replace(/((?:@|www\.|https?:\/\/)[a-z0-9-]{3,})com(?![a-z0-9.-])/gi, '$1.com')
    .replace(/(?<=[a-z0-9])\.(?:nef|nel|ner)(?![a-z0-9-])/gi, '.net');
}

/** Other pieces are words of a sentence. */
function withDot(match: string, piece: string): string {
  return /@|www\./i.test(piece) ? `${piece}.` : match;
}

/**
 * Most people write from the domain of their company's website. If two domains differ by a letter
 * or two, one was misread: the one whose name appears elsewhere on the card wins, then the one that
 * was read with more confidence.
 */
function agreeing(found: FoundAddresses, segments: readonly Segment[]): FoundAddresses {
  const letters = squash(
    segments
      .map((segment) => segment.text)
      .join(' ')
      .replace(/\S+/g, (word) => (word.search(/[@.]/) < word.lastIndexOf('.') ? ' ' : word)),
  );
  const surety = (address: FoundAddress) =>
    address.confidence + (letters.includes(squash(address.domain.split('.')[0] ?? '')) ? 1 : 0);
  for (const email of found.emails) {
    for (const website of found.websites) {
      if (email.domain === website.domain || editDistance(email.domain, website.domain) > 2) continue;
      const [right, wrong] = surety(email) >= surety(website) ? [email, website] : [website, email];
      wrong.text = wrong.text.replace(wrong.domain, right.domain);
      wrong.domain = right.domain;
      wrong.repaired = true;
    }
  }
  return withMangledSite(withMissingAt(found, segments), segments);
}

/**
 * 'infoQnorthgate.co.uk': an @ that was misread as a letter, detected by the site's domain after
 * it.
 */
function withMissingAt(found: FoundAddresses, segments: readonly Segment[]): FoundAddresses {
  if (found.emails.length > 0) return found;
  for (const { domain } of found.websites) {
    for (const segment of segments) {
      for (const word of segment.words) {
        const text = word.text.toLowerCase();
        const at = text.indexOf(domain);
        const local = text.slice(0, Math.max(at, 0)).replace(/(?<=[a-z0-9])[qaeg&€80(]{0,2}$/i, '');
        if (local.length < 2 || /[wv]{3}|[/:.]$|[/:]/.test(local)) continue;
        const email = {
          text: `${local}@${domain}`,
          domain,
          confidence: word.confidence,
          repaired: true,
          segment,
        };
        const websites = found.websites.filter(
          (website) => website.segment !== segment || website.text.includes('www'),
        );
        return { emails: [email], websites };
      }
    }
  }
  return found;
}

/**
 * 'httpsWharrowpikecom': a site that was read so badly that only the domain of the addresses tells
 * what it is.
 */
function withMangledSite(found: FoundAddresses, segments: readonly Segment[]): FoundAddresses {
  const [email] = found.emails;
  if (found.websites.length > 0 || !email || FREE_MAIL.test(email.domain)) return found;
  const domain = squash(email.domain);
  for (const segment of segments) {
    for (const word of segment.words) {
      const scheme = word.text.match(/^(https?|w{2,3}|[vw]{3,4})(?=.{4})/i)?.[0] ?? '';
      const rest = squash(word.text.slice(scheme.length));
      if (scheme === '' || word.text.includes('@') || editDistance(rest, domain) > 2) continue;
      const text = (/^h/i.test(scheme) ? 'https://' : 'www.') + email.domain;
      const site = { text, domain: email.domain, confidence: word.confidence, repaired: true, segment };
      return { ...found, websites: [site] };
    }
  }
  return found;
}

function squash(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
