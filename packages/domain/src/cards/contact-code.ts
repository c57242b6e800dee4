import type { CodeFields } from './code-fields.ts';

// Contacts in codes: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350), and MECARD (NTT DOCOMO).

/** Properties that are looked at; a contact in a code has a dozen. */
const MAX_PROPERTIES = 200;

interface Property {
  name: string;
  parameters: string;
  value: string;
}

/** The fields of the first vCard in a text; values as they are, of any length. */
export function vCardFields(code: string): CodeFields {
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
    email: unescapeText(first('EMAIL').replace(/^mailto:/i, '')),
    phone: mobile ? phoneOf(mobile.value) : '',
    website: unescapeText(first('URL')),
    whatsapp: whatsapp?.value.replace(/^(whatsapp|tel):/i, '').trim() ?? '',
    wechat: wechat ? unescapeText(wechat.value).replace(/^\w+:/, '') : '',
  };
}

/** Version 4.0 has addresses: `tel:+1-555-0142;ext=3` (RFC 3966). */
function phoneOf(value: string): string {
  return unescapeText(/^tel:/i.test(value) ? value.slice(4).replace(/;.*/, '') : value);
}

function vCardProperties(code: string): Property[] {
  const end = code.search(/^END:VCARD/im);
  const card = (end < 0 ? code : code.slice(0, end)).replace(/\r\n?/g, '\n');
  const found: Property[] = [];
  for (const line of logicalLines(card)) {
    if (found.length === MAX_PROPERTIES) break;
    const match = line.match(/^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s);
    if (!match?.[1]) continue;
    const parameters = match[2] ?? '';
    const value = match[3] ?? '';
    found.push({
      name: match[1].toUpperCase(),
      parameters,
      value: isQuotedPrintable(parameters) ? quotedPrintable(value, charsetOf(parameters)) : value,
    });
  }
  return found;
}

/**
 * Lines as they were before folding: a line goes on after a break and a blank, and in
 * quoted-printable (vCard 2.1) after a `=` at its end.
 */
function logicalLines(card: string): string[] {
  const lines: string[] = [];
  let soft = false;
  for (const line of card.split('\n')) {
    const last = lines.at(-1);
    if (last !== undefined && soft) lines[lines.length - 1] = last.slice(0, -1) + line;
    else if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1);
    else lines.push(line);
    const present = lines.at(-1) ?? '';
    soft = present.endsWith('=') && isQuotedPrintable(present.slice(0, present.indexOf(':')));
  }
  return lines;
}

function isQuotedPrintable(parameters: string): boolean {
  return /(^|[;=])QUOTED-PRINTABLE(?=[;:]|$)/i.test(parameters);
}

function charsetOf(parameters: string): string {
  return parameters.match(/CHARSET="?([\w-]{1,30})/i)?.[1] ?? 'utf-8';
}

/** Decodes quoted-printable (RFC 2045 section 6.7); an unknown charset is taken for UTF-8. */
function quotedPrintable(value: string, charset: string): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let i = 0; i < value.length; i++) {
    const hex = value[i] === '=' ? value.slice(i + 1, i + 3) : '';
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      i += 2;
    } else bytes.push(...encoder.encode(value[i]));
  }
  return decoderOf(charset).decode(new Uint8Array(bytes));
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** The fields of a MECARD: `MECARD:N:Family,Given;TEL:…;;`. */
export function meCardFields(code: string): CodeFields {
  const fields = new Map<string, string>();
  for (const part of parts(code.slice('MECARD:'.length), ';').slice(0, MAX_PROPERTIES)) {
    const colon = part.indexOf(':');
    const key = part.slice(0, Math.max(colon, 0)).trim().toUpperCase();
    if (key && !fields.has(key)) fields.set(key, part.slice(colon + 1));
  }
  const text = (key: string) => unescapeText(fields.get(key) ?? '');
  const [family = '', given = ''] = parts(fields.get('N') ?? '', ',').map(unescapeText);
  return {
    name: joinName(given, family),
    company: text('ORG'),
    designation: text('TITLE'),
    email: text('EMAIL'),
    phone: text('TEL'),
    website: text('URL'),
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
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === mark) {
      found.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...found, text.slice(start)];
}

function unescapeText(text: string): string {
  return text.replace(/\\([nN\\;,:"])/g, (_, char: string) => (/n/i.test(char) ? ' ' : char)).trim();
}
