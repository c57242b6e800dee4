import { safeFileName } from '../file-name.ts';
import { type ContactCard, dialable, isHttpUrl, webLink } from './contact-card.ts';
import { personName } from './person-name.ts';

/** The fields of a saved contact, and no others (specification 3.7). */
export type VCardContact = Pick<ContactCard, 'name' | 'company' | 'phone' | 'email' | 'website'>;

/** Fields of a saved card beyond a contact's, for its export. */
export interface VCardExtras {
  designation: string | null;
  whatsapp: string | null;
  tags: readonly string[];
  note: string | null;
}

const CRLF = '\r\n';
/**
 * RFC 2426 section 2.6: a line should not be longer than this many octets, the break not counted.
 */
const MAX_LINE_OCTETS = 75;

/**
 * A contact as a vCard 3.0 (RFC 2426), in UTF-8 with CRLF line ends (specification 3.7). Absent
 * values are left out; name and its parts are always there, as the format demands. iPhones show the
 * parts (family name first in Han script), Android the full name. The telephone number is what a
 * phone dials, in ASCII digits; a website that is no web address is left out, as an address book
 * would link it.
 * @param extras of a card of the saved cards
 */
export function vCard(contact: VCardContact, extras?: VCardExtras): string {
  const { prefix, family, given } = personName(contact.name);
  const phone = dialable(contact.phone);
  const mobile = dialable(extras?.whatsapp);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escapeText(family)};${escapeText(given)};;${escapeText(prefix)};`,
    `FN:${escapeText(contact.name.trim())}`,
    ...property('ORG', contact.company),
    ...property('TITLE', extras?.designation ?? null),
    ...property('TEL;TYPE=WORK,VOICE', phone),
    ...property('TEL;TYPE=CELL', mobile === phone ? null : mobile),
    ...property('EMAIL;TYPE=INTERNET', contact.email),
    ...property('URL', webAddress(contact.website), plainLine),
    // Commas part the categories; those within a tag are escaped.
    ...(extras?.tags.length ? [`CATEGORIES:${extras.tags.map(escapeText).join(',')}`] : []),
    ...property('NOTE', extras?.note ?? null),
    'END:VCARD',
  ];
  return lines.map((line) => fold(line) + CRLF).join('');
}

/** Media type to serve or download a vCard with. */
export const VCARD_MEDIA_TYPE = 'text/vcard;charset=utf-8';

/** @returns the name of the file that a contact is saved in: after the person, ending in `.vcf`. */
export function vCardFileName(name: string): string {
  return `${safeFileName(name, 'contact')}.vcf`;
}

/** The address as it was typed when it is one already: `URL` would add a slash to it. */
function webAddress(website: string | null): string | null {
  const text = website?.trim() ?? '';
  return isHttpUrl(text) ? text : webLink(text);
}

function property(name: string, value: string | null, encode = escapeText): string[] {
  const text = value?.trim();
  return text ? [`${name}:${encode(text)}`] : [];
}

function escapeText(text: string): string {
  const escaped = text.replace(/[\\;,]/g, (char) => `\\${char}`).replace(/\r\n|\r|\n/g, '\\n');
  return plainLine(escaped);
}

/** A URI is not escaped in vCard 3.0, but it must not be able to start a line of its own either. */
function plainLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/**
 * Breaks a line after at most 75 octets, never inside a character: a reader that joins octets would
 * be fine, many join text.
 */
function fold(line: string): string {
  let folded = '';
  let room = MAX_LINE_OCTETS;
  for (const char of line) {
    const octets = utf8Length(char);
    if (octets > room) {
      folded += `${CRLF} `;
      room = MAX_LINE_OCTETS - 1;
    }
    folded += char;
    room -= octets;
  }
  return folded;
}

function utf8Length(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
