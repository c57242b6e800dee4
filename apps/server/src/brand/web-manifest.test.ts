import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { webManifest } from './web-manifest.ts';

const BRAND = { name: 'Lumen Fair', footerCredit: '', copyrightYear: 2024, sponsors: [] };
const PUBLIC = path.resolve(import.meta.dirname, '../../../web/public');

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
