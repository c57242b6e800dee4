/**
 * Makes any string storable: PostgreSQL's text takes neither NUL nor half a surrogate pair, and a
 * string cut in the middle of an emoji has one.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}
