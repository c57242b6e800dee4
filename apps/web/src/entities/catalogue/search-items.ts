import { searchKey } from '@dragoman/domain/search-text';
import type { CatalogueItem } from '@/shared/api/database-types.ts';

/** More items than one sees at a glance have a search field. */
export const SEARCHED_FROM = 9;

/** @returns the items that have the words in a text of theirs; all for a blank query */
export function searchItems(items: readonly CatalogueItem[], query: string): readonly CatalogueItem[] {
  const wanted = searchKey(query).trim();
  if (!wanted) return items;
  return items.filter(({ name, description, price }) =>
    searchKey([name, description, price].filter(Boolean).join('\n')).includes(wanted),
  );
}
