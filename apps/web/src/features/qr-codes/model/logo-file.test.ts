import { expect, test } from 'vitest';
import { logoType, MAX_LOGO_FILE_BYTES, unusedLogos } from './logo-file.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13];
const file = (content: Iterable<number> | string, type = 'image/png') =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each<[string, Blob, object]>([
  ['a PNG', file(PNG), { type: 'image/png' }],
  ['a PNG that calls itself SVG', file(PNG, 'image/svg+xml'), { type: 'image/png' }],
  ['a JPEG', file([0xff, 0xd8, 0xff, 0xe0]), { type: 'image/jpeg' }],
  ['a WebP', file([...'RIFF1234WEBP'].map((c) => c.charCodeAt(0))), { type: 'image/webp' }],
  ['another RIFF', file('RIFF1234WAVE'), { fault: 'type' }],
  ['an SVG with script', file(SVG, 'image/svg+xml'), { fault: 'vector' }],
  ['an SVG that calls itself PNG', file(SVG), { fault: 'vector' }],
  ['an SVG behind a prologue', file(`\ufeff<?xml version="1.0"?><!-- logo -->${SVG}`), { fault: 'vector' }],
  ['an SVG in UTF-16', file([...SVG].flatMap((c) => [c.charCodeAt(0), 0])), { fault: 'vector' }],
  ['a GIF', file('GIF89a'), { fault: 'type' }],
  ['a page', file('<!doctype html><p>logo'), { fault: 'type' }],
  ['nothing', file(''), { fault: 'type' }],
  ['10 MB', file(Object.assign(new Uint8Array(10 * 1024 * 1024), PNG)), { type: 'image/png' }],
  [
    'more than anybody needs',
    file(Object.assign(new Uint8Array(MAX_LOGO_FILE_BYTES + 1), PNG)),
    { fault: 'size' },
  ],
])('%s', async (_what, blob, wanted) => {
  expect(await logoType(blob)).toEqual(wanted);
});

test('a logo is unused that no code names, and that none is being saved with', () => {
  const kept = [
    { name: 'named.webp', created_at: '2026-03-02T08:00:00Z' },
    { name: 'old.webp', created_at: '2026-03-02T08:00:00Z' },
    { name: 'just sent.webp', created_at: '2026-03-02T11:30:00Z' },
    { name: 'of unknown age.webp', created_at: null },
  ];
  const now = Date.parse('2026-03-02T12:00:00Z');
  expect(unusedLogos(kept, new Set(['named.webp', '']), now)).toEqual(['old.webp']);
});
