import { useEffect } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { needsViewerTranslation, waitForWriterMs } from './viewer-translation.ts';
import type { ViewerTranslations } from './viewer-translations.ts';

/** Fast scrolling passes over messages that the user does not read, in ms. */
const SETTLE_MS = 250;

/**
 * Requests translations of messages in and near the view, the newest first.
 * @param first and last index of the rows in the document.
 * @param on whether the viewer wants translations.
 */
export function useWantedTranslations(
  viewerTranslations: ViewerTranslations,
  rows: readonly TimelineRow[],
  first: number,
  last: number,
  me: Profile,
  on: boolean,
): void {
  const { id: profileId, language } = me;
  useEffect(() => {
    if (!on) return;
    const viewer = { profileId, language };
    let timer = setTimeout(want, SETTLE_MS);
    function want(): void {
      const needed = rows
        .slice(first, last + 1)
        .filter(({ message, delivery }) => delivery === 'sent' && needsViewerTranslation(message, viewer))
        .map(({ message }) => message)
        .reverse();
      const now = Date.now();
      const waits = needed.map((message) => waitForWriterMs(message, viewer, now));
      viewerTranslations.want(needed.filter((_message, place) => waits[place] === 0));
      const next = Math.min(...waits.filter((ms) => ms > 0));
      if (Number.isFinite(next)) timer = setTimeout(want, next);
    }
    return () => clearTimeout(timer);
  }, [viewerTranslations, rows, first, last, profileId, language, on]);
}
