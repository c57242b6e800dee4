import { z } from 'zod';

const MAX_KEYS = 100;

const keySchema = z.object({
  /** The attribute's Name or FriendlyName. */
  name: z.string().min(1).max(500).optional(),
  /** Further names; the first that is there counts. */
  names: z.array(z.string().min(1).max(500)).max(20).optional(),
  /** Used when the assertion contains none of them. */
  default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  /** Whether the mapping takes all values, as a list. */
  array: z.boolean().optional(),
});

/** A mapping of an assertion's attributes to a user's claims, in GoTrue's form. */
export const attributeMappingSchema = z.object({
  keys: z
    .record(z.string().min(1).max(100), keySchema)
    .refine((keys) => Object.keys(keys).length <= MAX_KEYS, { error: `must have at most ${MAX_KEYS} keys` })
    .optional(),
});

export type AttributeMapping = z.output<typeof attributeMappingSchema>;

/** Values of an assertion's attributes by Name and by FriendlyName. */
export type SamlAttributes = ReadonlyMap<string, readonly string[]>;

export type Claim = string | number | boolean | null | string[];

/** Names under which providers give the address when the mapping says nothing. */
const EMAIL_NAMES = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
];

/**
 * The claims that a mapping makes of an assertion's attributes; those without a value are left out.
 */
export function mapAttributes(mapping: AttributeMapping, attributes: SamlAttributes): Map<string, Claim> {
  const claims = new Map<string, Claim>();
  for (const [key, rule] of Object.entries(mapping.keys ?? {})) {
    const names = [...(rule.name === undefined ? [] : [rule.name]), ...(rule.names ?? [])];
    const values = names.map((name) => attributes.get(name)).find((found) => found && found.length > 0);
    const value = rule.array ? values : values?.[0];
    if (value !== undefined) claims.set(key, typeof value === 'string' ? value : [...value]);
    else if (rule.default !== undefined) claims.set(key, rule.default);
  }
  return claims;
}

/** The address by its usual names. */
export function usualEmail(attributes: SamlAttributes): string | null {
  for (const name of EMAIL_NAMES) {
    const [value] = attributes.get(name) ?? [];
    if (value) return value;
  }
  return null;
}
