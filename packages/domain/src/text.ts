/**
 * @returns the length in characters (code points), as PostgreSQL's char_length counts; an emoji
 * outside the BMP is one.
 */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * @returns `text` trimmed, or null when that leaves an empty text (specification 3.1: saved as
 * null)
 */
export function emptyToNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim();
  return trimmed ? trimmed : null;
}

/**
 * @returns whether a reader would see anything at all: white space, control and zero-width
 * characters alone are nothing.
 */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]*$/u.test(text);
}

/**
 * Makes any string storable: PostgreSQL's text takes neither NUL nor half a surrogate pair, and a
 * string cut in the middle of an emoji has one.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/**
 * Takes characters off the end of a text. A pattern such as `/\/+$/` tries each place of a row of
 * them in vain when something else follows: quadratic time.
 * @param characters each of them one UTF-16 unit
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
