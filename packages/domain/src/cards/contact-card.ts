/**
 * The fields of a contact card (specification 3.7). Absent values are null, as the database has
 * them.
 */
export interface ContactCard {
  name: string;
  company: string | null;
  designation: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  linkedin: string | null;
  whatsapp: string | null;
  wechat: string | null;
}

/** @returns a `mailto:` link, or null when there is no address. */
export function mailLink(email: string | null): string | null {
  const address = email?.trim();
  // Encoded so that an address cannot smuggle in headers (`?bcc=`); the @ stays readable.
  return address ? `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}` : null;
}

/** @returns a `tel:` link of the digits and the leading plus, or null when there is no digit. */
export function telLink(phone: string | null): string | null {
  const number = dialable(phone);
  return number ? `tel:${number}` : null;
}

/**
 * Only http(s) addresses are returned, because a card must not be able to run a script.
 * @returns the address to open for a typed website or profile (`https://` is assumed when no scheme
 * is given), or null when it is not a web address
 */
export function webLink(value: string | null): string | null {
  const text = value?.trim();
  if (!text) return null;
  // A colon right after the first word is a scheme, unless a port follows it.
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text);
  const link = hasScheme ? text : `https://${text.replace(/^\/+/, '')}`;
  if (!isHttpUrl(link)) return null;
  const url = new URL(link);
  // A bare word is a user name or a remark; as a host it would lead nowhere.
  return hasScheme || url.hostname.includes('.') ? url.href : null;
}

/** @returns whether `text` is an absolute http or https URL with a host. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\s]/i.test(text) || /\s/.test(text)) return false;
  try {
    return new URL(text).hostname !== '';
  } catch {
    return false;
  }
}

/**
 * Reduces a written phone number to what a phone can dial: ASCII digits with at most one plus, at
 * the front. Arabic-Indic, Persian and full-width digits count; a leading international `00`
 * becomes a plus. Of several numbers the first is taken. An extension is dropped, because the
 * joined digits would call a different number.
 * @returns the number, or null when it contains no digit
 */
export function dialable(phone: string | null | undefined): string | null {
  const ascii = (phone ?? '')
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  const number = firstNumber(ascii);
  const digits = number.replace(/[^0-9]/g, '');
  if (!digits) return null;
  const plus = /^[^0-9]*\+/.test(number);
  if (!plus && /^00[1-9]/.test(digits)) return `+${digits.slice(2)}`;
  return plus ? `+${digits}` : digits;
}

/**
 * Fewer digits than any country's complete number has: digits before a slash are then an area code.
 */
const SHORTEST_NUMBER = 6;

const EXTENSION = /\d[\s.,;]*(?:ext\b|extension|x(?=\s*\d)|#|转|轉|分机|分機|تحويلة|داخلي)/i;

function firstNumber(text: string): string {
  const extension = text.search(EXTENSION);
  const main = extension === -1 ? text : text.slice(0, extension + 1);
  const [first = ''] = main.split(/[;,/|\n]/).filter((part) => /\d/.test(part));
  return first.replace(/\D/g, '').length >= SHORTEST_NUMBER ? first : main;
}
