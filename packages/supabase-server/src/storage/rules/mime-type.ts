const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;[\x20-\x7e]*)?$/;
const PATTERN = /^([\w!#$&^.+-]+\/([\w!#$&^.+-]+|\*)|\*\/\*|\*)$/;
const MAX_LENGTH = 200;

/**
 * Checks whether a Content-Type can be stored and returned: a type, a subtype, printable
 * parameters.
 */
export function isMimeType(type: string): boolean {
  return type.length <= MAX_LENGTH && TYPE.test(type);
}

/** Checks whether a bucket may list this type: `image/png`, `image/*` or `*`. */
export function isMimePattern(pattern: string): boolean {
  return pattern.length <= MAX_LENGTH && PATTERN.test(pattern);
}

/** @param allowed a bucket's list @returns whether it keeps any type out */
export function restrictsTypes(allowed: readonly string[] | null): allowed is readonly string[] {
  return allowed !== null && allowed.length > 0 && !allowed.some((entry) => /^\*(\/\*)?$/.test(entry));
}

/** @param allowed a bucket's list; null allows every type */
export function isAllowedMimeType(type: string, allowed: readonly string[] | null): boolean {
  if (allowed === null || allowed.length === 0) return true;
  const essence = (type.split(';')[0] as string).trim().toLowerCase();
  return allowed.some((entry) => {
    const pattern = entry.toLowerCase();
    if (pattern === '*' || pattern === '*/*') return true;
    return pattern.endsWith('/*') ? essence.startsWith(pattern.slice(0, -1)) : essence === pattern;
  });
}
