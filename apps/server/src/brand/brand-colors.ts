import type { BrandFile } from './brand-schema.ts';

type Colors = BrandFile['colors'];
type Rgb = readonly [number, number, number];

/**
 * The backgrounds and the text colour of the web app's tokens
 * (apps/web/src/shared/styles/tokens.css), with which a brand's colours are combined.
 */
export const GROUNDS = {
  light: { paper: '#fbf8f2', surface: '#ffffff', sunken: '#f3eee4', ink: '#10292d' },
  dark: { paper: '#0b181b', surface: '#122428', sunken: '#0e1d20', ink: '#e9f0ee' },
} as const;

const WHITE = '#ffffff';
const BLACK = '#000000';
/** WCAG 2.2 AA for text. */
const TEXT_CONTRAST = 4.5;
/** Minimum contrast of a background to white text of any size. */
const DEEP_CONTRAST = 8;
const STEP = 0.04;

/**
 * Turns a brand's colours into the tokens that the web app knows, for both schemes, and checks
 * every pair that it writes with.
 * @returns a style sheet (empty without colours), and what cannot be read, by key.
 */
export function brandColors(colors: Colors): { css: string; problems: string[] } {
  const { light, dark, problems } = brandTokens(colors);
  return { css: styleSheet(light, dark), problems };
}

/** The same, by token: for a preview. */
export function brandTokens(colors: Colors): {
  light: Record<string, string>;
  dark: Record<string, string>;
  problems: string[];
} {
  const problems: string[] = [];
  const light: Record<string, string> = {};
  const dark: Record<string, string> = {};
  if (colors.primary) {
    Object.assign(light, primaryTokens(colors.primary, 'light'));
    problems.push(...contrastProblems('colors.primary', light, 'light'));
  }
  const primaryDark = colors.primaryDark ?? (colors.primary && readableOnDark(colors.primary));
  if (primaryDark) {
    Object.assign(dark, primaryTokens(primaryDark, 'dark'));
    problems.push(
      ...contrastProblems(colors.primaryDark ? 'colors.primaryDark' : 'colors.primary', dark, 'dark'),
    );
  }
  if (colors.accent) {
    const onAccent = contrast(colors.accent, BLACK) >= contrast(colors.accent, WHITE) ? BLACK : WHITE;
    const accent = {
      '--accent': colors.accent,
      '--accent-hover': mix(colors.accent, onAccent === BLACK ? WHITE : BLACK, 0.12),
      '--on-accent': onAccent,
    };
    Object.assign(light, accent);
    Object.assign(dark, accent);
  }
  return { light, dark, problems };
}

function primaryTokens(primary: string, scheme: 'light' | 'dark'): Record<string, string> {
  const { surface, ink } = GROUNDS[scheme];
  const isLight = scheme === 'light';
  return {
    '--primary': primary,
    '--primary-hover': mix(primary, isLight ? BLACK : WHITE, 0.18),
    '--on-primary': contrast(primary, WHITE) >= TEXT_CONTRAST ? WHITE : '#0a0f10',
    '--primary-tint': mix(surface, primary, isLight ? 0.1 : 0.2),
    '--deep': until(primary, BLACK, (color) => contrast(color, WHITE) >= DEEP_CONTRAST),
    '--bubble-own': mix(surface, primary, isLight ? 0.17 : 0.3),
    '--translated': mix(surface, primary, isLight ? 0.08 : 0.14),
    '--translated-ink': mix(ink, primary, 0.35),
  };
}

/** Every pair of text and ground that the web app makes of these tokens. */
function contrastProblems(key: string, tokens: Record<string, string>, scheme: 'light' | 'dark'): string[] {
  const { paper, surface, sunken, ink } = GROUNDS[scheme];
  const of = (name: string) => tokens[name] as string;
  const primary = of('--primary');
  const pairs: [string, string][] = [
    ...[paper, surface, sunken, of('--primary-tint')].map((ground): [string, string] => [primary, ground]),
    [of('--on-primary'), primary],
    [of('--on-primary'), of('--primary-hover')],
    [ink, of('--bubble-own')],
    [of('--translated-ink'), of('--translated')],
    [of('--translated-ink'), of('--bubble-own')],
  ];
  const [worst] = pairs
    .map(([text, ground]) => ({ text, ground, ratio: contrast(text, ground) }))
    .filter(({ ratio }) => ratio < TEXT_CONTRAST)
    .sort((a, b) => a.ratio - b.ratio);
  if (!worst) return [];
  const wanted = scheme === 'light' ? 'darker' : 'lighter';
  return [
    `${key}: ${primary} cannot be read in the ${scheme} scheme: ${worst.text} on ${worst.ground} has a contrast of ${worst.ratio.toFixed(1)}:1, which must be ${TEXT_CONTRAST}:1. Take a ${wanted} colour`,
  ];
}

/** A lighter shade of the same colour, as text on the dark scheme's grounds. */
function readableOnDark(primary: string): string {
  return until(
    primary,
    WHITE,
    (color) => contrastProblems('', primaryTokens(color, 'dark'), 'dark').length === 0,
  );
}

/**
 * Mixes `color` with `towards` step by step until it will do; at the end of the way it is
 * `towards`.
 */
function until(color: string, towards: string, willDo: (color: string) => boolean): string {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = mix(color, towards, share);
    if (willDo(mixed)) return mixed;
  }
  return towards;
}

/** WCAG's contrast ratio of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [r, g, b] = rgb(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(color: string, other: string, shareOfOther: number): string {
  const [a, b] = [rgb(color), rgb(other)];
  const mixed = a.map((value, i) => Math.round(value + ((b[i] as number) - value) * shareOfOther));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function rgb(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Follows the system's choice of scheme, unless the page's own (`data-theme`) says otherwise. */
function styleSheet(light: Record<string, string>, dark: Record<string, string>): string {
  const block = (tokens: Record<string, string>) =>
    Object.entries(tokens)
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  if (Object.keys(light).length + Object.keys(dark).length === 0) return '';
  return [
    `:root{${block(light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${block(dark)}}}`,
    `:root[data-theme=dark]{${block(dark)}}`,
  ].join('');
}
