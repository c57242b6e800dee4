import { createReadAloud } from './read-aloud.ts';

/** Reads messages aloud with this browser's voices. The page has one voice. */
export const readAloud = createReadAloud(
  typeof speechSynthesis === 'undefined' || typeof Intl.Segmenter === 'undefined' ? null : speechSynthesis,
  (text) => new SpeechSynthesisUtterance(text),
);
