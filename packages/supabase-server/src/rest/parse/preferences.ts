import { requestErrors } from '../rest-error.ts';

/** The Prefer header, understood (supabase-protocol 3.2). */
export interface Preferences {
  returning: 'representation' | 'minimal' | 'headers-only' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  /** Only honoured under strict handling. */
  maxAffected: number | null;
  /**
   * The requested end of the transaction; null also where the operator does not let callers decide.
   */
  tx: 'commit' | 'rollback' | null;
  /** A zone that PostgreSQL knows. */
  timeZone: string | null;
}

/** The rules that decide whether a preference can be met. */
export interface PreferenceRules {
  rollbackEnabled: boolean;
  timeZones: ReadonlySet<string>;
}

const VALUES = {
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const;

export const NO_PREFERENCES: Preferences = {
  returning: null,
  count: null,
  resolution: null,
  missing: null,
  handling: null,
  maxAffected: null,
  tx: null,
  timeZone: null,
};

const NO_RULES: PreferenceRules = { rollbackEnabled: false, timeZones: new Set() };

/**
 * Reads a Prefer header; of preferences given twice the first counts.
 * @throws {RestError} PGRST122 for unknown ones under `handling=strict`; otherwise they are ignored
 */
export function parsePreferences(
  header: string | undefined,
  { rollbackEnabled, timeZones }: PreferenceRules = NO_RULES,
): Preferences {
  if (header === undefined || header === '') return NO_PREFERENCES;
  const given = new Map<string, string>();
  const invalid: string[] = [];
  for (const token of header.split(',').map((part) => part.trim())) {
    if (token === '') continue;
    const [name, value] = split(token);
    if (isKnown(name, value, timeZones)) {
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
    tx: rollbackEnabled ? ((given.get('tx') as Preferences['tx']) ?? null) : null,
    timeZone: given.get('timezone') ?? null,
  };
}

/** Preferences that matter to some responses only. */
export type Applied = 'resolution' | 'missing' | 'returning' | 'count' | 'maxAffected';

/** In the order in which they are confirmed; the rest matters to every response. */
const CONFIRMED: ReadonlyArray<readonly [keyof Preferences, string]> = [
  ['resolution', 'resolution'],
  ['missing', 'missing'],
  ['returning', 'return'],
  ['count', 'count'],
  ['tx', 'tx'],
  ['handling', 'handling'],
  ['timeZone', 'timezone'],
  ['maxAffected', 'max-affected'],
];
const ALWAYS = new Set<keyof Preferences>(['tx', 'handling', 'timeZone']);

/** @returns the Preference-Applied header, or null when nothing was asked for */
export function preferenceApplied(preferences: Preferences, applied: readonly Applied[]): string | null {
  if (preferences === NO_PREFERENCES) return null;
  const parts: string[] = [];
  for (const [name, header] of CONFIRMED) {
    const value = preferences[name];
    const matters = ALWAYS.has(name) || applied.includes(name as Applied);
    if (value !== null && matters) parts.push(`${header}=${value}`);
  }
  return parts.length === 0 ? null : parts.join(', ');
}

function split(token: string): [string, string] {
  const equals = token.indexOf('=');
  return equals === -1 ? [token, ''] : [token.slice(0, equals).trim(), token.slice(equals + 1).trim()];
}

function isKnown(name: string, value: string, timeZones: ReadonlySet<string>): boolean {
  if (name === 'timezone') return timeZones.has(value);
  if (name === 'max-affected') return /^\d{1,9}$/.test(value);
  const values: readonly string[] | undefined = Object.hasOwn(VALUES, name)
    ? VALUES[name as keyof typeof VALUES]
    : undefined;
  return values?.includes(value) ?? false;
}
