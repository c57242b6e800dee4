import { Parser } from 'xml2js';

const ACTIVE_ELEMENTS = /^(?:.*:)?(?:script|foreignobject|iframe|object|embed|handler|listener)$/i;
const STYLE_ELEMENT = /^(?:.*:)?style$/i;
const LINKS = /^(?:.*:)?(?:href|src)$/i;
/** References out of the file; a fragment of it and an embedded bitmap are none. */
const OUTSIDE = /^\s*(?:["']\s*)?(?!#|data:image\/(?:png|jpe?g|webp|gif);)[^\s"']/i;
const CSS_ESCAPE = /\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|([^\r\n\f]))/gi;
const XML_ENCODING = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/i;

/**
 * Finds active content in an SVG: scripts, other documents, and references that a browser would
 * load (`href`, `@import`, `url()`), also in style sheets and in escaped form.
 * @param text the whole file
 * @returns names of the findings, empty for a plain picture; null when it is not well-formed
 */
export async function findActiveSvg(text: string): Promise<string[] | null> {
  const found = new Set<string>();
  const parser = new Parser({
    tagNameProcessors: [
      (name) => {
        if (ACTIVE_ELEMENTS.test(name)) found.add(`<${name}>`);
        return name;
      },
    ],
    attrValueProcessors: [
      (value, name) => {
        if (/^on/i.test(name) || /javascript:/i.test(value)) found.add(name);
        if (LINKS.test(name) && OUTSIDE.test(value)) found.add(`${name}="…"`);
        if (/^xml:base$/i.test(name)) found.add(name);
        if (/^attributeName$/i.test(name) && mustNotChange(value.trim())) found.add('attributeName="…"');
        for (const what of findActiveCss(value)) found.add(what);
        return value;
      },
    ],
    // The text of an element in one piece, with comments and CDATA marks taken out.
    valueProcessors: [
      (value, name) => {
        if (STYLE_ELEMENT.test(name)) for (const what of findActiveCss(value)) found.add(what);
        return value;
      },
    ],
  });
  try {
    await parser.parseStringPromise(text);
  } catch {
    return null;
  }
  if (/<!ENTITY/i.test(text)) found.add('<!ENTITY>');
  if (/<\?xml-stylesheet/i.test(text)) found.add('<?xml-stylesheet?>');
  // Another encoding makes other characters of the same bytes than those looked at here.
  const encoding = XML_ENCODING.exec(text)?.[1];
  if (encoding !== undefined && !/^(?:utf-8|us-ascii)$/i.test(encoding)) found.add('encoding="…"');
  return [...found];
}

/** Attributes that an animation must not change: links, and handlers that run script. */
function mustNotChange(attribute: string): boolean {
  return LINKS.test(attribute) || /^on/i.test(attribute);
}

/** Finds references out of the file in a style sheet or a value with CSS in it. */
function findActiveCss(css: string): string[] {
  // Comments stay: they do not split a name, and a string may contain text that looks like one.
  const plain = css.replace(CSS_ESCAPE, (_, hex: string | undefined, sign: string | undefined) =>
    hex === undefined ? (sign as string) : fromCodePoint(Number.parseInt(hex, 16)),
  );
  const found: string[] = [];
  if (/@import/i.test(plain)) found.push('@import');
  for (const [, target] of plain.matchAll(/url\(([^)]*)/gi)) {
    if (OUTSIDE.test(target as string)) found.push('url(…)');
  }
  // These take addresses without url().
  if (/(?:image-set|[^\w-]image|[^\w-]src)\s*\(/i.test(plain)) found.push('image-set(…)');
  return found;
}

function fromCodePoint(point: number): string {
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}
