/**
 * A response that is refused before any XML parser sees it, or for its contents; the message is for
 * the log.
 */
export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';
}

/** Bytes of XML; real responses have about ten thousand. */
const MAX_XML_BYTES = 262_144;
/** Opening and closing ones. */
const MAX_TAGS = 3000;
const MAX_CHILDREN = 600;
const MAX_DEPTH = 50;

/**
 * The accepted signature algorithms. SHA-1 can be forged, and canonical forms with comments let two
 * readings of one text differ.
 */
const ALGORITHMS = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);

/**
 * Decodes a SAMLResponse of the HTTP-POST binding and refuses every feature of XML that a response
 * has no use for: document types and entities (bombs, files), comments and processing instructions
 * (texts that read differently before and after signing), CDATA, and sizes that only keep a parser
 * busy.
 * @throws {SamlRefusal}
 */
export function decodeResponse(base64: string): string {
  if (base64.length > (MAX_XML_BYTES * 4) / 3 + 8) throw new SamlRefusal('the response is too large');
  const compact = base64.replaceAll(/[\r\n\t ]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new SamlRefusal('the response is not base64');
  const xml = decode(Buffer.from(compact, 'base64'));
  const body = xml.replace(/^\s*<\?xml\s[^?<>]*\?>/, '');
  // In XML an open angle bracket is always markup: in a text and in an attribute it must be
  // escaped.
  if (body.includes('<!')) throw new SamlRefusal('the response has a document type, a comment or CDATA');
  if (body.includes('<?')) throw new SamlRefusal('the response has a processing instruction');
  checkShape(body);
  for (const [, , algorithm] of body.matchAll(/Algorithm\s*=\s*(["'])(.*?)\1/gs)) {
    if (!ALGORITHMS.has(algorithm ?? '')) {
      throw new SamlRefusal(
        `the response is signed with an algorithm that is not taken: ${algorithm?.slice(0, 100)}`,
      );
    }
  }
  return xml;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlRefusal('the response is not UTF-8');
  }
}

/**
 * Parsers and canonicalisation call themselves for each level, and look through the brothers of
 * each element: a very deep document would end in a stack overflow, a very broad one would keep the
 * whole process busy for seconds.
 */
function checkShape(xml: string): void {
  /** The number of children so far of each open element, from the document down. */
  const open = [0];
  let tags = 0;
  for (let at = xml.indexOf('<'); at !== -1; ) {
    const end = xml.indexOf('>', at);
    const next = xml.indexOf('<', at + 1);
    const between = xml.slice(end + 1, next === -1 ? undefined : next);
    // XML writers escape an angle bracket that ends no tag; unescaped, it would make this count wrong.
    if (end === -1 || between.includes('>'))
      throw new SamlRefusal('the response has a tag that cannot be read');
    tags += 1;
    if (tags > MAX_TAGS) throw new SamlRefusal('the response has too many elements');
    if (xml[at + 1] === '/') {
      open.pop();
    } else {
      const siblings = (open.pop() ?? 0) + 1;
      if (siblings > MAX_CHILDREN)
        throw new SamlRefusal('the response has an element with too many children');
      open.push(siblings);
      if (xml[end - 1] !== '/') open.push(0);
    }
    if (open.length > MAX_DEPTH) throw new SamlRefusal('the response is nested too deeply');
    at = next;
  }
}
