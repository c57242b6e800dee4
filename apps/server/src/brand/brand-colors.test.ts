import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { brandColors, contrast, GROUNDS } from './brand-colors.ts';

/** The value of `--name:` in a block of the style sheet. */
function token(block: string, name: string): string {
  return new RegExp(`${name}:(#[0-9a-f]{6})`).exec(block)?.[1] ?? '';
}

function blocks(css: string): { light: string; dark: string; chosenDark: string } {
  const [light = '', dark = '', chosenDark = ''] = css.split('}').filter((part) => part.includes('{'));
  return { light, dark, chosenDark };
}

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0b5c60', '#0b5c60', 1],
  ])('%s on %s is %d', (a, b, ratio) => {
    expect(contrast(a, b)).toBeCloseTo(ratio, 1);
    expect(contrast(b, a)).toBeCloseTo(ratio, 1);
  });
});

describe("a brand's colours", () => {
  it('are none without any', () => {
    expect(brandColors({})).toEqual({ css: '', problems: [] });
  });

  it.each(['#7a1f3d', '#1d3fae', '#3b2a7a', '#8a4b00', '#000000', '#0b5c60'])(
    'come from one colour (%s), readable in both schemes',
    (primary) => {
      const { css, problems } = brandColors({ primary });
      expect(problems).toEqual([]);
      const { light, dark, chosenDark } = blocks(css);
      expect(token(light, '--primary')).toBe(primary);
      expect(contrast(token(dark, '--primary'), GROUNDS.dark.surface)).toBeGreaterThanOrEqual(4.5);
      expect(chosenDark.slice(chosenDark.indexOf('{') + 1)).toBe(dark.slice(dark.lastIndexOf('{') + 1));
      for (const block of [light, dark]) {
        expect(contrast(token(block, '--on-primary'), token(block, '--primary'))).toBeGreaterThanOrEqual(4.5);
        expect(contrast('#ffffff', token(block, '--deep'))).toBeGreaterThanOrEqual(7);
      }
    },
  );

  it.each([
    [
      'colors.primary',
      { primary: '#f3d34a' },
      /^colors\.primary: #f3d34a cannot be read in the light scheme/,
    ],
    [
      'colors.primaryDark',
      { primary: '#1d3fae', primaryDark: '#1d3fae' },
      /^colors\.primaryDark: #1d3fae cannot be read in the dark scheme: .* has a contrast of \d\.\d:1.*lighter/,
    ],
  ])('are refused where they cannot be read: %s', (_key, colors, message) => {
    const { problems } = brandColors(colors);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
  });

  it('write dark on a light accent and light on a dark one', () => {
    expect(token(brandColors({ accent: '#ffd400' }).css, '--on-accent')).toBe('#000000');
    expect(token(brandColors({ accent: '#7a1f3d' }).css, '--on-accent')).toBe('#ffffff');
  });

  it('are judged on the grounds that the web app has', () => {
    const tokens = readFileSync(
      path.join(import.meta.dirname, '../../../web/src/shared/styles/tokens.css'),
      'utf8',
    );
    for (const ground of [GROUNDS.light, GROUNDS.dark]) {
      for (const [name, color] of Object.entries(ground)) {
        expect(tokens).toMatch(new RegExp(`--${name}:[^;]*${color}`));
      }
    }
  });
});
