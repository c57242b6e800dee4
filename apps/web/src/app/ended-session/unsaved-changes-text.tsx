import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { UnsavedWork } from '@/entities/unsaved-work/unsaved-work.ts';

/**
 * @returns one sentence for each kind of work that exists on this device only, without records of
 * exports
 */
export function unsavedSentences(
  t: TFunction,
  { messages, transcripts, scans, notes }: UnsavedWork,
): string[] {
  return [
    messages > 0 && t('logout.unsentMessages', { count: messages }),
    transcripts > 0 && t('logout.unsentTranscripts', { count: transcripts }),
    scans > 0 && t('logout.unsavedScans', { count: scans }),
    notes > 0 && t('logout.unsavedNotes', { count: notes }),
  ].filter((sentence) => sentence !== false);
}

/** Sentences below each other, as the description of a dialog. */
export function sentenceBlocks(sentences: readonly string[]): ReactNode {
  return sentences.map((sentence) => (
    <span key={sentence} className="block">
      {sentence}
    </span>
  ));
}
