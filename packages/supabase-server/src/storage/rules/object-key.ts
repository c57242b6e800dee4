const MAX_BYTES = 1024;
// Control characters, lone surrogates, the backslash, and marks that change how a name reads.
const REFUSED = /[\p{Cc}\p{Cs}\\\u202a-\u202e\u2066-\u2069]/u;

/**
 * Checks whether an object may have this key: segments parted by single slashes, in any script
 * (file names here are Chinese and Arabic as well). Names never reach the file system; the rules
 * keep paths unambiguous for policies, URLs and people.
 */
export function isObjectKey(key: string): boolean {
  return (
    Buffer.byteLength(key) <= MAX_BYTES &&
    !REFUSED.test(key) &&
    key.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  );
}
