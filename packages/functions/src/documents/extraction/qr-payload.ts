import type { CardField } from './extracted.ts';

/** The owner's fields in the QR code of a card or a pass. */
export type QrFields = Partial<Record<CardField, string>>;

/**
 * Reads the codes of a document: a vCard (RFC 2426, 6350), a MECARD, or a plain link. A badge's
 * number and a link to somewhere else give nothing.
 */
export function qrFields(codes: readonly string[]): QrFields {
  const fields: QrFields = {};
  for (const code of codes) {
    for (const [field, value] of Object.entries(fieldsOf(code.trim()))) {
      const text = plain(value);
      if (text) fields[field as CardField] ??= text;
    }
  }
  return fields;
}

/** Longer than anything printed on a card. */
const MAX_LENGTH = 200;

/**
 * One line without control characters and direction marks, because a code's author is untrusted.
 */
function plain(value: string): string {
  const line = value.replace(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  return [...line].slice(0, MAX_LENGTH).join('');
}

function fieldsOf(code: string): QrFields {
  if (/^BEGIN:VCARD/i.test(code)) return vCardFields(code);
  if (/^MECARD:/i.test(code)) return meCardFields(code);
  const whatsapp = code.match(
    /^(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com\/send\/?\?phone=)\/?\+?(\d{7,15})/i,
  )?.[1];
  if (whatsapp) return { whatsapp: `+${whatsapp}` };
  const mail = code.match(/^mailto:([^?\s]+@[^?\s]+)/i)?.[1];
  if (mail) return { email: mail };
  const phone = code.match(/^tel:(\+?[\d-]{7,20})$/i)?.[1];
  if (phone) return { phone };
  return isOwnSite(code) ? { website: code } : {};
}

/**
 * A link to a front page may be the company's site; one with a path or a query leads to a page, a
 * form or a badge's record.
 */
function isOwnSite(code: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(code) || !URL.canParse(code)) return false;
  const url = new URL(code);
  const host = url.hostname.replace(/^www\./, '');
  const shared =
    /(^|\.)(linkedin|facebook|instagram|twitter|x|youtube|weixin|wechat|qq|linktr|bit|t|goo|tinyurl|qrco)\.(com|me|ee|ly|co|gl|cn|de)$/;
  return url.pathname === '/' && url.search === '' && host.includes('.') && !shared.test(host);
}

function vCardFields(code: string): QrFields {
  const properties = vCardProperties(code);
  const all = (name: string) => properties.filter((property) => property.name === name);
  const first = (name: string) => all(name)[0]?.value.trim() ?? '';
  const phones = all('TEL').filter((property) => !/FAX|PAGER/i.test(property.parameters));
  const mobile = phones.find((property) => /CELL/i.test(property.parameters)) ?? phones[0];
  const wechat = properties.find((property) =>
    /WECHAT|WEIXIN/i.test(`${property.name};${property.parameters}`),
  );
  const whatsapp = properties.find((property) => /WHATSAPP/i.test(`${property.name};${property.parameters}`));
  return {
    name: unescapeText(first('FN')) || nameOfParts(first('N')),
    company: unescapeText(parts(first('ORG'), ';')[0] ?? ''),
    designation: unescapeText(first('TITLE') || first('ROLE')),
    email: unescapeText(first('EMAIL')),
    phone: mobile?.value.replace(/^tel:/i, '').trim() ?? '',
    website: unescapeText(first('URL')),
    whatsapp: whatsapp?.value.replace(/^(whatsapp|tel):/i, '').trim() ?? '',
    wechat: wechat ? unescapeText(wechat.value).replace(/^\w+:/, '') : '',
  };
}

interface VCardProperty {
  name: string;
  parameters: string;
  value: string;
}

function vCardProperties(code: string): VCardProperty[] {
  const unfolded = code.replace(/\r\n?/g, '\n').replace(/\n[ \t]/g, '');
  return unfolded.split('\n').flatMap((line) => {
    const match = line.match(/^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/);
    if (!match?.[1]) return [];
    const parameters = match[2] ?? '';
    const value = match[3] ?? '';
    const quoted = /ENCODING=QUOTED-PRINTABLE/i.test(parameters);
    return [{ name: match[1].toUpperCase(), parameters, value: quoted ? quotedPrintable(value) : value }];
  });
}

function quotedPrintable(value: string): string {
  const bytes: number[] = [];
  for (let i = 0; i < value.length; i++) {
    const hex = value[i] === '=' ? value.slice(i + 1, i + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      i += 2;
    } else bytes.push(...new TextEncoder().encode(value[i]));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function meCardFields(code: string): QrFields {
  const fields: Record<string, string> = {};
  for (const part of parts(code.slice('MECARD:'.length), ';')) {
    const colon = part.indexOf(':');
    if (colon > 0) fields[part.slice(0, colon).trim().toUpperCase()] ??= unescapeText(part.slice(colon + 1));
  }
  const [family = '', given = ''] = (fields.N ?? '').split(',');
  return {
    name: joinName(given, family),
    company: fields.ORG ?? '',
    designation: fields.TITLE ?? '',
    email: fields.EMAIL ?? '',
    phone: fields.TEL ?? '',
    website: fields.URL ?? '',
  };
}

function nameOfParts(value: string): string {
  const [family = '', given = '', middle = ''] = parts(value, ';').map(unescapeText);
  return joinName([given, middle].filter(Boolean).join(' '), family);
}

/** Chinese names have the family name first, and no space. */
function joinName(given: string, family: string): string {
  const han = /^\p{Script=Han}*$/u.test(given + family);
  return han ? family.trim() + given.trim() : `${given.trim()} ${family.trim()}`.trim();
}

/** Splits at a mark that no backslash precedes. */
function parts(text: string, mark: string): string[] {
  const found: string[] = [];
  let part = '';
  for (let i = 0; i < text.length; i++) {
    if (text[i] === mark) {
      found.push(part);
      part = '';
    } else if (text[i] === '\\') {
      part += text.slice(i, i + 2);
      i++;
    } else part += text[i];
  }
  return [...found, part];
}

function unescapeText(text: string): string {
  return text
    .replace(/\\n/gi, ' ')
    .replace(/\\([\\;,:"])/g, '$1')
    .trim();
}
