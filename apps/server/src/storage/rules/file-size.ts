const UNITS: Record<string, number> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3, tb: 1024 ** 4 };

/**
 * A bucket's `file_size_limit` in bytes: a number, or text such as `20MB`.
 * @returns null when it is neither
 */
export function parseFileSize(value: number | string): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  const match = /^(\d{1,15})\s*(b|kb|mb|gb|tb)?$/i.exec(value.trim());
  if (!match) return null;
  const bytes = Number(match[1]) * (UNITS[(match[2] ?? 'b').toLowerCase()] as number);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
