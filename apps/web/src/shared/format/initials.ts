/**
 * One or two characters that represent a name: first letters of the first and last word; of a Han
 * name the family name; of an Arabic one the first letter only, because adjacent Arabic letters
 * would join into a word.
 */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const first = firstLetter(words[0]);
  if (!first) return '?';
  if (words.length === 1 || /[\p{Script=Han}\p{Script=Arabic}]/u.test(first)) return first;
  return first + firstLetter(words.at(-1));
}

function firstLetter(word: string | undefined): string {
  return word?.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? '';
}
