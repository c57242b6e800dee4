/** A parsed element. Names have lost their namespace prefixes. */
export interface XmlElement {
  $?: Record<string, string>;
  _?: string;
  [child: string]: XmlElement[] | Record<string, string> | string | undefined;
}

/**
 * Parses a document. Entities other than XML's own five are an error, so that none can be expanded
 * or fetched.
 * @returns the root's name and the root
 * @throws when it is not well-formed
 */
export async function parseXml(text: string): Promise<{ name: string; root: XmlElement }> {
  const { Parser, processors } = await import('xml2js');
  const parser = new Parser({ explicitCharkey: true, tagNameProcessors: [processors.stripPrefix] });
  const document: unknown = await parser.parseStringPromise(text);
  const [entry] = Object.entries((document ?? {}) as Record<string, unknown>);
  if (!entry) throw new Error('the document is empty');
  const [name, root] = entry;
  return { name, root: isElement(root) ? root : {} };
}

/** The children of that name, in their order. */
export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  const found = element?.[name];
  return Array.isArray(found) ? found.filter(isElement) : [];
}

/** The one child of that name; undefined without one or with several. */
export function onlyChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  const [first, second] = children(element, name);
  return second === undefined ? first : undefined;
}

export function attribute(element: XmlElement | undefined, name: string): string | null {
  return element?.$?.[name] ?? null;
}

/** The element's own text, trimmed; null when empty. */
export function textOf(element: XmlElement | undefined): string | null {
  return element?._?.trim() || null;
}

export function isElement(value: unknown): value is XmlElement {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
