import { formatUnit } from './format-unit.ts';

/** @returns a file's size as people read it: `412 kB`, `3.4 MB`, in the language's own words */
export function formatFileSize(bytes: number, language: string): string {
  const [value, unit] = bytes < 999_500 ? [Math.max(1, bytes / 1000), 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return formatUnit(value, unit, language, { maximumFractionDigits: unit === 'megabyte' ? 1 : 0 });
}
