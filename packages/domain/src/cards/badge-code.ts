import { EMAIL_ADDRESS } from '../email-address.ts';
import { lookBehind } from '../look-behind.ts';
import { BADGE_ID_LIMIT } from './badge-id.ts';
import { labelledLines } from './badge-lines.ts';
import type { CodeField, CodeFields } from './code-fields.ts';
import { meCardFields, vCardFields } from './contact-code.ts';

// The text of a code on a badge or a business card (docs/adr/0084), of any symbology.

export type BadgeCode =
  /** A vCard, a MECARD, a link to a person, or lines of text. `uncertain`: guessed by position. */
  | { kind: 'contact'; fields: CodeFields; uncertain: CodeField[] }
  /** A number or token of the fair, exactly as it was read. */
  | { kind: 'id'; id: string }
  /** A page, a Wi-Fi network, a payment, or anything else that names no person. */
  | { kind: 'other' };

/** Characters of a code that are read; a QR code holds 4,296 letters at most (ISO/IEC 18004). */
const MAX_CODE = 8_000;
/** Characters (code points) of a field: longer than anything printed on a card. */
const MAX_FIELD = 200;
/** A shorter token is a word or a shelf number, and matches too many lists by chance. */
const MIN_ID = 4;

// The look-behind keeps the time linear: a match begins only where the blanks do.
const BLANK_END = lookBehind(String.raw`(?<![\s\p{Cc}])[\s\p{Cc}]+$`, 'u');

const OTHER: BadgeCode = { kind: 'other' };

/**
 * Understands the text of a code. Never throws, and invents nothing: an opaque id gives no name.
 * @param code as the reader gave it; untrusted, of any length
 */
export function parseBadgeCode(code: string): BadgeCode {
  if (code.length > MAX_CODE) return OTHER;
  // A byte order mark, and the ends of lines and records of some encoders (GS1's FNC1 is U+001D).
  const text = code.replace(/^[\uFEFF\s\p{Cc}]+/u, '').replace(BLANK_END, '');
  if (/^BEGIN:VCARD/i.test(text)) return contact(vCardFields(text));
  if (/^MECARD:/i.test(text)) return contact(meCardFields(text));
  const linked = linkFields(text);
  if (linked) return contact(linked);
  // Another scheme: a page, `WIFI:`, `otpauth:` (a secret), `BEGIN:VEVENT`, a payment.
  const lines = text.split(/[\r\n]+/);
  if (lines.length === 1 && /^[a-z][a-z+.-]{1,15}:(?!\s)/i.test(text)) return OTHER;
  if (/^BEGIN:/i.test(text)) return OTHER;
  if (isOpaqueId(text)) return { kind: 'id', id: text };
  const { fields, uncertain } = labelledLines(lines);
  return contact(fields, uncertain);
}

/** One token of printable ASCII with a digit, or one too long for a word. Never cut or changed. */
function isOpaqueId(text: string): boolean {
  if (text.length < MIN_ID || text.length > BADGE_ID_LIMIT || !/^[!-~]+$/.test(text)) return false;
  if (EMAIL_ADDRESS.test(text) || /^www\.|^\+\d/i.test(text)) return false;
  // Separated fields: `1234|Ada|Okafor`, `1234^Ada^Okafor`.
  if (/[|^;,].*[|^;,]/.test(text) && /[a-z]{2}/i.test(text)) return false;
  return /\d/.test(text) || text.length >= 24;
}

function contact(found: CodeFields, guessed: readonly CodeField[] = []): BadgeCode {
  const fields: CodeFields = {};
  for (const [field, value] of Object.entries(found)) {
    const text = plain(value);
    if (text) fields[field as CodeField] = text;
  }
  if (Object.keys(fields).length === 0) return OTHER;
  return { kind: 'contact', fields, uncertain: guessed.filter((field) => field in fields) };
}

/**
 * One line without control characters and direction marks, because a code's author is untrusted.
 */
function plain(value: string): string {
  const line = value.replace(/[\s\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  return [...line].slice(0, MAX_FIELD).join('').trim();
}

/** Fields of a link to a person or to a company's front page; null for other texts. */
function linkFields(code: string): CodeFields | null {
  const whatsapp = code.match(
    /^(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com\/send\/?\?phone=)\/?\+?(\d{7,15})/i,
  )?.[1];
  if (whatsapp) return { whatsapp: `+${whatsapp}` };
  const mail = code.match(/^mailto:([^?\s]+@[^?\s]+)/i)?.[1];
  if (mail) return { email: mail };
  const phone = code.match(/^tel:(\+?[\d-]{7,20})$/i)?.[1];
  if (phone) return { phone };
  return isOwnSite(code) ? { website: code } : null;
}

const SHARED_HOST =
  /(^|\.)(linkedin|facebook|instagram|twitter|x|youtube|weixin|wechat|qq|linktr|bit|t|goo|tinyurl|qrco)\.(com|me|ee|ly|co|gl|cn|de)$/;

/**
 * A link to a front page may be the company's site; one with a path or a query leads to a page, a
 * form or a badge's record.
 */
function isOwnSite(code: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(code)) return false;
  // `URL.canParse` is younger than the oldest browsers (docs/adr/0059).
  let url: URL;
  try {
    url = new URL(code);
  } catch {
    return false;
  }
  const host = url.hostname.replace(/^www\./, '');
  return url.pathname === '/' && url.search === '' && host.includes('.') && !SHARED_HOST.test(host);
}
