/**
 * The pattern of HTML's `<input type=email>`, with at least one dot in the domain. ASCII only, so
 * that lower-casing is the same in every language and database, and no control character can reach
 * a mail header.
 */
const EMAIL_ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** RFC 5321's longest path without its angle brackets. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/**
 * Normalizes an e-mail address to the one form in which it is stored and compared: trimmed,
 * lower-case.
 * @returns null when it is no usable address.
 */
export function normalizeEmail(input: string): string | null {
  const email = input.trim().toLowerCase();
  if (email.length > MAX_LENGTH || email.indexOf('@') > MAX_LOCAL_LENGTH) return null;
  return EMAIL_ADDRESS.test(email) ? email : null;
}
