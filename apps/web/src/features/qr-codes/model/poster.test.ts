import { describe, expect, test } from 'vitest';
import { codeBars, type PosterContent, posterLayout } from './poster.ts';
import { posterSvg } from './poster-svg.ts';

const SIZE = 21;
const content: PosterContent = {
  code: { size: SIZE, dark: Array.from({ length: SIZE * SIZE }, (_, i) => i % 3 !== 0) },
  brand: 'Fair & Co',
  name: '陈思远',
  company: 'شركة الأفق <Dubai>',
  hint: 'Scan this QR code to start a chat session',
};
const measure = (text: string, size: number) => [...text].length * size * 0.6;
const poster = posterLayout(content, measure);

describe('a poster', () => {
  test('is wide enough to print, in whole pixels for each module', () => {
    expect(poster.width).toBeGreaterThanOrEqual(1600);
    expect(Number.isInteger(poster.module)).toBe(true);
    expect(poster.width).toBe((SIZE + 8) * poster.module);
  });

  test('has four modules of white around the code, free of text', () => {
    const quiet = 4 * poster.module;
    expect(poster.code.x).toBe(quiet);
    const top = poster.code.y - quiet;
    const bottom = poster.code.y + SIZE * poster.module + quiet;
    const [brand, ...below] = poster.lines;
    expect(brand?.y).toBeLessThanOrEqual(top);
    for (const line of below) expect(line.y - line.size).toBeGreaterThanOrEqual(bottom);
    expect(poster.lines.at(-1)?.y).toBeLessThan(poster.height);
  });

  test('names brand, vendor, company and hint in this order, each in its direction', () => {
    expect(poster.lines.map(({ text, direction }) => [text, direction])).toEqual([
      ['Fair & Co', 'ltr'],
      ['陈思远', 'ltr'],
      ['شركة الأفق <Dubai>', 'rtl'],
      ['Scan this QR code to start a chat session', 'ltr'],
    ]);
  });

  test('goes on without a company', () => {
    expect(posterLayout({ ...content, company: '' }, measure).lines).toHaveLength(3);
  });

  test('covers exactly the dark modules with bars', () => {
    const covered = codeBars(poster).flatMap((bar) =>
      Array.from({ length: bar.width / poster.module }, (_, i) => {
        const column = (bar.x - poster.code.x) / poster.module + i;
        const row = (bar.y - poster.code.y) / poster.module;
        return row * SIZE + column;
      }),
    );
    expect(covered.toSorted((a, b) => a - b)).toEqual(
      content.code.dark.flatMap((dark, i) => (dark ? [i] : [])),
    );
  });

  test('is an SVG whose texts cannot break out', () => {
    const svg = posterSvg(poster, '"Noto Sans", sans-serif');
    expect(svg).toContain('>Fair &amp; Co</text>');
    expect(svg).toContain('شركة الأفق &lt;Dubai&gt;');
    expect(svg).toContain('font-family="&quot;Noto Sans&quot;, sans-serif"');
  });
});
