import { useEffect } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import type { TimelineRow } from '../model/timeline.ts';
import type { ReaderDesk } from './reader-desk.ts';
import { needsReaderTranslation, waitForWriterMs } from './reader-translation.ts';

/** Fast scrolling passes over messages that the user does not read, in ms. */
const SETTLE_MS = 250;

/**
 * Asks for translations of what is in and near the view, the newest first.
 * @param first and last index of the rows in the document.
 * @param on whether the reader wants translations.
 */
export function useWantedTranslations(
  desk: ReaderDesk,
  rows: readonly TimelineRow[],
  first: number,
  last: number,
  me: Profile,
  on: boolean,
): void {
  const { id: profileId, language } = me;
  useEffect(() => {
    if (!on) return;
    const reader = { profileId, language };
    let timer = setTimeout(want, SETTLE_MS);
    function want(): void {
      const needed = rows
        .slice(first, last + 1)
        .filter(({ message, delivery }) => delivery === 'sent' && needsReaderTranslation(message, reader))
        .map(({ message }) => message)
        .reverse();
      const now = Date.now();
      const waits = needed.map((message) => waitForWriterMs(message, reader, now));
      desk.want(needed.filter((_message, place) => waits[place] === 0));
      const next = Math.min(...waits.filter((ms) => ms > 0));
      if (Number.isFinite(next)) timer = setTimeout(want, next);
    }
    return () => clearTimeout(timer);
  }, [desk, rows, first, last, profileId, language, on]);
}
