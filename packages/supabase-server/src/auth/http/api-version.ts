export const API_VERSION_HEADER = 'X-Supabase-Api-Version';

/**
 * The forms of an error body; `initial` is what clients get that don't ask (supabase-protocol 2.1).
 */
export type ApiVersion = 'initial' | '2024-01-01';

/** @param header the value of X-Supabase-Api-Version, if any */
export function resolveApiVersion(header: string | undefined): ApiVersion {
  const value = header?.trim() ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || !isDate(value)) return 'initial';
  // Dates of this form sort as text.
  return value >= '2024-01-01' ? '2024-01-01' : 'initial';
}

function isDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
