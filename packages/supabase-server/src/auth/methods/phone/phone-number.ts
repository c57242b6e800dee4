/** E.164: at most 15 digits, of which the country code comes first and begins with no zero. */
const E164 = /^[1-9]\d{6,14}$/;

/**
 * Normalizes a phone number to the one form in which it is stored and compared: digits with the
 * country code, without +. Spaces, hyphens, points and brackets are ignored.
 * @returns null when it is no number that can be called from anywhere.
 */
export function normalizePhone(input: string): string | null {
  const digits = input
    .trim()
    .replace(/^\+/, '')
    .replaceAll(/[\s().-]/g, '');
  return E164.test(digits) ? digits : null;
}

/**
 * Checks whether the server sends messages to the number's country.
 * @param prefixes digits that a number must begin with; empty: any
 */
export function isServed(phone: string, prefixes: readonly string[]): boolean {
  return prefixes.length === 0 || prefixes.some((prefix) => phone.startsWith(prefix));
}
