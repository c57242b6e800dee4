import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';

/**
 * The level, of 11 at most: compresses a page within a millisecond; a higher level would gain a few
 * percent.
 */
const BROTLI_QUALITY = 5;

/** Answers with a page, compressed as the browser understands it. The build compresses files. */
export async function compressedPage(c: Context, html: string): Promise<Response> {
  c.header('Vary', 'Accept-Encoding', { append: true });
  const encoding = pageEncoding(c.req.header('Accept-Encoding'));
  if (encoding === null) return c.html(html);
  c.header('Content-Encoding', encoding);
  c.header('Content-Type', 'text/html; charset=UTF-8');
  return c.body(await COMPRESS[encoding](html));
}

const COMPRESS = {
  br: (html: string) =>
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (html: string) => promisify(gzip)(html),
};

/**
 * @returns the best encoding that an `Accept-Encoding` allows (RFC 9110, section 12.5.3); null for
 * none.
 */
export function pageEncoding(accepted: string | undefined): keyof typeof COMPRESS | null {
  const allowed = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  if (allowed.get('br')) return 'br';
  return allowed.get('gzip') ? 'gzip' : null;
}
