import { searchKey } from '@dragoman/domain/search-text';
import { withoutTrailing } from '@dragoman/domain/text';
import { isWithinOneEdit } from './edit-distance.ts';
import type { Script } from './script.ts';
import {
  ARABIC_TITLE_HEADS,
  ARABIC_TITLE_WORDS,
  HAN_TITLE_ENDINGS,
  LATIN_TITLE_HEADS,
  LATIN_TITLE_PARTS,
} from './vocabulary/titles.ts';

/** @returns the words of a text as search keys without marks. */
export function keyWords(text: string): string[] {
  return searchKey(text)
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => withoutTrailing(word.replace(/^\.+/, ''), '.'))
    .filter((word) => word !== '');
}

/** @returns an Arabic word without its article. */
function withoutArticle(word: string): string {
  return word.length > 4 ? word.replace(/^ال/, '') : word;
}

/** No word of the lists is nearly as long. */
const LONGEST_WORD = 24;

/** @returns whether a word is in a list; a word of seven letters and more may differ by one. */
export function isNear(word: string, list: ReadonlySet<string>): boolean {
  if (list.has(word)) return true;
  if (word.length < 7 || word.length > LONGEST_WORD) return false;
  for (const entry of list) {
    if (entry.length >= 7 && isWithinOneEdit(word, entry)) return true;
  }
  return false;
}

/**
 * @returns how much of a title a text is, 0 to 1: by its words in Latin and Arabic script, by its
 * ending in Chinese.
 */
export function titleScore(text: string, script: Script): number {
  if (script === 'han') {
    const plain = text.replace(/[\s()（）]/g, '');
    const ending = HAN_TITLE_ENDINGS.find((one) => plain.endsWith(one));
    return ending && plain.length <= 14 ? (plain.length === ending.length || ending.length > 1 ? 1 : 0.6) : 0;
  }
  const words = keyWords(text);
  if (words.length === 0 || words.length > 8) return 0;
  if (script === 'arabic') {
    const [first = ''] = words.map(withoutArticle);
    if (!isNear(first, ARABIC_TITLE_HEADS)) return 0;
    const known = words.filter((word) => isNear(withoutArticle(word), ARABIC_TITLE_WORDS)).length;
    // 'مهندس' before a name is how an engineer is addressed.
    return 0.8 + 0.2 * (known / words.length);
  }
  const heads = words.filter((word) => isNear(word, LATIN_TITLE_HEADS)).length;
  const known = words.filter(
    (word) => isNear(word, LATIN_TITLE_HEADS) || isNear(word, LATIN_TITLE_PARTS) || isSmall(word),
  ).length;
  if (heads === 0) return known === words.length && words.length > 1 ? 0.3 : 0;
  return 0.5 + 0.5 * (known / words.length);
}

function isSmall(word: string): boolean {
  return /^(of|and|for|the|to|at|in|de|du|des|&)$/.test(word);
}

/** @returns whether a text is most likely a title. */
export function isTitle(text: string, script: Script): boolean {
  return titleScore(text, script) >= 0.6;
}
