const UNITS: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/**
 * A bucket's `file_size_limit` in bytes: a number, or text such as `20MB`, whose units are decimal
 * (supabase-protocol 5.7).
 * @returns null when it is neither
 */
export function parseFileSize(value: number | string): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  const match = /^(\d{1,15}(?:\.\d{1,12})?)\s*(b|kb|mb|gb|tb)?$/i.exec(value.trim());
  if (!match) return null;
  const bytes = Math.round(Number(match[1]) * (UNITS[(match[2] ?? 'b').toLowerCase()] as number));
  return Number.isSafeInteger(bytes) ? bytes : null;
}
