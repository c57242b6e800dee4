/**
 * Quotes a name. The names that come here are known to the schema cache; quoting holds even if one
 * were not.
 */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteQualified(schema: string, name: string): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** PostgreSQL cuts longer names silently, and the client would not find its key in the answer. */
export const LONGEST_NAME_BYTES = 63;
