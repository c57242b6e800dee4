import { useState } from 'react';
import type { ScannedCard } from '@/shared/api/database-types.ts';

/** The browser deletes it with the tab, and signing out deletes it too. */
const STORAGE_KEY = 'dragoman-cards-apart';

/**
 * The groups of similar cards that the user keeps separate. The question returns in another tab, or
 * when the group changes.
 */
export function useDismissedDuplicates() {
  const [apart, setApart] = useState<readonly string[]>(read);
  return {
    keptApart: (group: readonly ScannedCard[]) => apart.includes(nameOf(group)),
    keepApart(group: readonly ScannedCard[]) {
      const next = [...apart, nameOf(group)];
      setApart(next);
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
      } catch {
        // Without storage it is asked again after a reload.
      }
    },
  };
}

function nameOf(group: readonly ScannedCard[]): string {
  return group
    .map(({ id }) => id)
    .toSorted()
    .join(' ');
}

function read(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
