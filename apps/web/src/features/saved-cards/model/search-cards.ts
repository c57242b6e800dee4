import { cardSearchKey } from '@dragoman/domain/cards/scanned-card';
import { matchesSearch, searchKey } from '@dragoman/domain/search-text';
import type { ScannedCard } from '@/shared/api/database-types.ts';

/** A card with what a search compares, made once for each. */
export interface SearchableCard {
  card: ScannedCard;
  key: string;
}

export function searchableCards(cards: readonly ScannedCard[]): SearchableCard[] {
  return cards.map((card) => ({ card, key: cardSearchKey(card) }));
}

/** @returns the cards that a query finds, with a tag if one is given, in their order. */
export function searchCards(
  cards: readonly SearchableCard[],
  query: string,
  tag: string | null,
): ScannedCard[] {
  const wanted = tag && searchKey(tag);
  return cards
    .filter(({ card, key }) => {
      if (wanted && !card.tags.some((one) => searchKey(one) === wanted)) return false;
      return matchesSearch(key, query);
    })
    .map(({ card }) => card);
}

/** Tags that are offered as filters at most. */
const MAX_TAGS = 12;

/** @returns the tags of the box, the most frequent first. */
export function frequentTags(cards: readonly ScannedCard[]): string[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const tag of cards.flatMap(({ tags }) => tags)) {
    const known = counts.get(searchKey(tag));
    if (known) known.count += 1;
    else counts.set(searchKey(tag), { tag, count: 1 });
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_TAGS)
    .map(({ tag }) => tag);
}
