import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { compressedPage, pageEncoding } from './compressed-page.ts';

const PAGE = '<!doctype html><title>Zoë 你好</title>';

async function answerTo(encoding: string | null): Promise<Response> {
  const app = new Hono();
  app.get('/', (c) => compressedPage(c, PAGE));
  return app.request('/', { headers: encoding === null ? {} : { 'Accept-Encoding': encoding } });
}

describe('a page', () => {
  it('is sent as the browser understands it', async () => {
    const br = await answerTo('gzip, deflate, br, zstd');
    expect(br.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(PAGE);
    const gzip = await answerTo('gzip');
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(PAGE);
    const plain = await answerTo(null);
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(PAGE);
    for (const answer of [br, gzip, plain]) {
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    }
  });

  it.each([
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['br;q=0.0', null],
    ['identity', null],
    ['', null],
  ])('for "%s" is encoded as %s', (accepted, encoding) => {
    expect(pageEncoding(accepted)).toBe(encoding);
  });
});
