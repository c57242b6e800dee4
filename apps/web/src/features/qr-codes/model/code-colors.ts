import type { CodeColors } from '@/shared/api/database-types.ts';

/** Both colours of a code, `#rrggbb`. */
export type ColorPair = Required<CodeColors>;

/** Offered at a tap; each is read by a program in the tests. */
export const COLOR_PAIRS = {
  black: { dark: '#000000', light: '#ffffff' },
  teal: { dark: '#0b4a4d', light: '#ffffff' },
  navy: { dark: '#1b2a6b', light: '#f4f6ff' },
  wine: { dark: '#6d1230', light: '#fff6f4' },
  forest: { dark: '#14532d', light: '#f3faf0' },
  plum: { dark: '#4a1d6b', light: '#fdf6ff' },
} as const satisfies Record<string, ColorPair>;

/** Cheap cameras in bad light see less than this. */
const LEAST_CONTRAST = 5;

/** Why a pair of colours is not offered. */
export type ColorFault = 'inverted' | 'contrast';

/** @param style what is missing in it is as on paper; so is what another client has left empty */
export function colorsOf({
  dark,
  light,
}: { [Name in keyof CodeColors]: CodeColors[Name] | null }): ColorPair {
  return { dark: dark || COLOR_PAIRS.black.dark, light: light || COLOR_PAIRS.black.light };
}

/**
 * Scanners look for dark squares on a light ground; many, ours too, read nothing else.
 * @returns what keeps phones from reading the pair, if anything does
 */
export function colorFault({ dark, light }: ColorPair): ColorFault | null {
  const [darker, lighter] = [luminance(dark), luminance(light)];
  if (darker >= lighter) return 'inverted';
  return contrast(dark, light) < LEAST_CONTRAST ? 'contrast' : null;
}

/** @returns the contrast ratio of WCAG 2, 1 to 21 */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @returns the relative luminance of WCAG 2, 0 to 1. @param color `#rrggbb` */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
