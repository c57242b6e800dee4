import { spacedDigits } from '../i18n/han-spacing.ts';
import { intlLocale } from '../i18n/intl-locale.ts';

/** How a number and its unit are written. */
export type UnitOptions = Pick<Intl.NumberFormatOptions, 'unitDisplay' | 'maximumFractionDigits'>;

/**
 * @param unit as Intl names it, such as `minute`
 * @returns a number with its unit in the language's own words: `12 minutes`, `3.4 MB`
 */
export function formatUnit(value: number, unit: string, language: string, options: UnitOptions = {}): string {
  const format = new Intl.NumberFormat(intlLocale(language), { ...options, style: 'unit', unit });
  return spacedDigits(format.format(value), language);
}
