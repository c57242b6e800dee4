import { requestErrors } from '../rest-error.ts';

/** The Prefer header, understood (wire facts B2). */
export interface Preferences {
  returning: 'representation' | 'minimal' | 'headers-only' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  /** Only honoured under strict handling. */
  maxAffected: number | null;
}

const VALUES = {
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  // Transactions always end in a commit; asking for that is fine, asking for a rollback changes nothing.
  tx: ['commit', 'rollback'],
} as const;

export const NO_PREFERENCES: Preferences = {
  returning: null,
  count: null,
  resolution: null,
  missing: null,
  handling: null,
  maxAffected: null,
};

/**
 * Reads a Prefer header; of preferences given twice the first counts.
 * @throws {RestError} PGRST122 for unknown ones under `handling=strict`; otherwise they are ignored
 */
export function parsePreferences(header: string | undefined): Preferences {
  if (header === undefined || header === '') return NO_PREFERENCES;
  const given = new Map<string, string>();
  const invalid: string[] = [];
  for (const token of header.split(',').map((part) => part.trim())) {
    if (token === '') continue;
    const [name, value] = split(token);
    if (isKnown(name, value)) {
      if (!given.has(name)) given.set(name, value);
    } else {
      invalid.push(token);
    }
  }
  if (given.get('handling') === 'strict' && invalid.length > 0) throw requestErrors.preferences(invalid);
  const maxAffected = given.get('max-affected');
  return {
    returning: (given.get('return') as Preferences['returning']) ?? null,
    count: (given.get('count') as Preferences['count']) ?? null,
    resolution: (given.get('resolution') as Preferences['resolution']) ?? null,
    missing: (given.get('missing') as Preferences['missing']) ?? null,
    handling: (given.get('handling') as Preferences['handling']) ?? null,
    maxAffected: maxAffected === undefined || given.get('handling') !== 'strict' ? null : Number(maxAffected),
  };
}

/** Which preferences matter to an answer, in the order in which they are confirmed. */
export type Applied = 'resolution' | 'missing' | 'returning' | 'count' | 'handling' | 'maxAffected';

const HEADER_NAMES: Record<Applied, string> = {
  resolution: 'resolution',
  missing: 'missing',
  returning: 'return',
  count: 'count',
  handling: 'handling',
  maxAffected: 'max-affected',
};

/** @returns the Preference-Applied header, or null when nothing was asked for */
export function preferenceApplied(preferences: Preferences, applied: readonly Applied[]): string | null {
  const parts: string[] = [];
  for (const name of applied) {
    const value = preferences[name];
    if (value !== null) parts.push(`${HEADER_NAMES[name]}=${value}`);
  }
  return parts.length === 0 ? null : parts.join(', ');
}

function split(token: string): [string, string] {
  const equals = token.indexOf('=');
  return equals === -1 ? [token, ''] : [token.slice(0, equals).trim(), token.slice(equals + 1).trim()];
}

function isKnown(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d{1,9}$/.test(value);
  const values: readonly string[] | undefined = Object.hasOwn(VALUES, name)
    ? VALUES[name as keyof typeof VALUES]
    : undefined;
  return values?.includes(value) ?? false;
}
