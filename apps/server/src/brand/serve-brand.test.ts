import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { BrandInUse } from './brand-store.ts';
import { brandPage, createBrandRoutes, webManifest } from './serve-brand.ts';

const PAGE =
  '<head><link rel="icon" href="/favicon.svg" type="image/svg+xml" /><title>Dragoman</title></head><body></body>';

function inUse(brand: Partial<BrandInUse['brand']>, css = ''): BrandInUse {
  return {
    brand: { name: 'Dragoman', footerCredit: '', copyrightYear: 2024, sponsors: [], ...brand },
    css,
    pictures: new Map(),
  };
}

describe('the page', () => {
  it('is as it was built without a brand', () => {
    expect(brandPage(PAGE, inUse({}))).toBe(PAGE);
  });

  it('has name, icon and colours of the brand, and no mark-up out of them', () => {
    const page = brandPage(
      PAGE,
      inUse(
        { name: '</title><script>alert(1)</script> $& "Co"', icon: '/brand/i.png?v=1' },
        ':root{--primary:#123456}',
      ),
    );
    expect(page).toBe(
      '<head><link rel="icon" href="/brand/i.png?v=1">' +
        '<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; &quot;Co&quot;</title>' +
        '<style>:root{--primary:#123456}</style></head><body></body>',
    );
  });
});

const BRAND = { name: 'Lumen Fair', footerCredit: '', copyrightYear: 2024, sponsors: [] };
const PUBLIC = path.resolve(import.meta.dirname, '../../../web/public');

describe('the web app manifest', () => {
  it("is called by the brand's name and opens at the start", () => {
    const manifest = webManifest({ brand: BRAND, css: '', pictures: new Map() });
    expect(manifest).toMatchObject({
      name: 'Lumen Fair',
      short_name: 'Lumen Fair',
      start_url: '/',
      display: 'standalone',
    });
  });

  it('names pictures that are there, in the sizes it says', () => {
    const { icons } = webManifest({ brand: BRAND, css: '', pictures: new Map() });
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src, sizes, type } of icons) {
      const bytes = readFileSync(path.join(PUBLIC, src));
      if (type !== 'image/png') continue;
      // The first chunk of a PNG file contains width and height.
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });

  it("shows the brand's own icon in place of the product's", () => {
    const picture = { bytes: Buffer.of(), type: 'image/webp', width: 512, height: 512, version: 'abc' };
    const pictures = new Map([['灯.webp', picture]]);
    const icon = `/brand/${encodeURIComponent('灯.webp')}?v=abc`;
    expect(webManifest({ brand: { ...BRAND, icon }, css: '', pictures }).icons).toEqual([
      { src: icon, sizes: '512x512', type: 'image/webp', purpose: 'any' },
    ]);
  });
});

const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
const routes = createBrandRoutes({
  current: () => ({
    brand: { name: 'Lumen Fair', footerCredit: '', copyrightYear: 2024, sponsors: [] },
    css: '',
    pictures: new Map([
      ['logo 灯.svg', { bytes, type: 'image/svg+xml', version: 'abc', width: 1, height: 1 }],
    ]),
  }),
});
const app = new Hono<ServerEnv>().route('/brand', routes);

describe('pictures of the brand', () => {
  it('are kept for ever under the address of their version, and asked for again under any other', async () => {
    const address = `/brand/${encodeURIComponent('logo 灯.svg')}`;
    const answer = await app.request(`${address}?v=abc`);
    expect(await answer.text()).toBe(bytes.toString());
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const other of [address, `${address}?v=old`]) {
      expect((await app.request(other)).headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('do nothing when they are opened as a page', async () => {
    const { headers } = await app.request(`/brand/${encodeURIComponent('logo 灯.svg')}`);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*sandbox$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['other.svg', '..%2Fbrand.json', '%2e%2e%2fbrand.json', 'brand.json', '__proto__'])(
    'are those that the brand names alone: not %s',
    async (name) => {
      expect((await app.request(`/brand/${name}`)).status).toBe(404);
    },
  );
});
