import { searchKey } from './search-text.ts';
import { characterCount } from './text.ts';

// Words by which people sort cards and notes.

/**
 * The length of a tag, in characters (code points), and how many there may be. The tables' checks
 * have the same numbers.
 */
export const TAG_LIMITS = { length: 40, count: 20 } as const;

/** Reads tags from a line: parted by commas of any script, each once, whatever its case. */
export function parseTags(line: string): string[] {
  return distinctTags(line.split(/[,，、،;；؛\n]/).map((tag) => tag.replace(/\s+/g, ' ').trim()));
}

/** @returns the tags without repetitions and blanks, in order. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = searchKey(tag) || tag;
    if (tag && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()];
}

/** @returns whether these tags are valid for a card or a note */
export function areTags(tags: readonly string[]): boolean {
  return tags.length <= TAG_LIMITS.count && tags.every((tag) => characterCount(tag) <= TAG_LIMITS.length);
}
