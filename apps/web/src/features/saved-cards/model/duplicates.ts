import { duplicateGroups } from '@dragoman/domain/cards/card-merge';
import type { ScannedCard } from '@/shared/api/database-types.ts';

/**
 * Finds cards that look like one person's, see {@link duplicateGroups}. A person's own cards and
 * those of their booth are never made one.
 * @param ownId the profile of the person
 */
export function duplicatesOf(cards: readonly ScannedCard[], ownId: string): ScannedCard[][] {
  const own = cards.filter(({ owner_id }) => owner_id === ownId);
  const booths = cards.filter(({ owner_id }) => owner_id !== ownId);
  return [...duplicateGroups(own), ...duplicateGroups(booths)];
}
