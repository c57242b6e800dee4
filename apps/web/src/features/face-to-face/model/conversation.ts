import { LANGUAGES, type Language } from '@dragoman/domain/languages';

/** The owner of the phone, at its lower half, and the person opposite. */
export type Side = 'own' | 'other';

/** One thing that a side has said. */
export interface Line {
  id: string;
  side: Side;
  text: string;
  source: Language;
  target: Language;
  translation:
    | { kind: 'waiting' }
    | { kind: 'done'; text: string }
    | { kind: 'failed'; message: string | null }
    | { kind: 'unreachable' };
}

/** Lines that a conversation keeps; earlier ones go. */
export const MOST_LINES = 100;

/** Longest line, in characters: what a person reads off a screen between two people. */
export const LINE_MAX_LENGTH = 1_000;

/** @returns the lines with one more, of at most {@link MOST_LINES} */
export function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  return [...lines, line].slice(-MOST_LINES);
}

/** @returns the lines with another state of a line's translation; a line that has gone stays away */
export function withTranslation(
  lines: readonly Line[],
  id: string,
  translation: Line['translation'],
): readonly Line[] {
  return lines.map((line) => (line.id === id ? { ...line, translation } : line));
}

/** @returns the languages that the person opposite can have */
export function otherLanguages(own: Language): Language[] {
  return LANGUAGES.filter((language) => language !== own);
}

/** The part of a line that a side reads: its own words, or the translation of the other's. */
export function wordsFor(side: Side, line: Line): { text: string; language: Language } | null {
  if (line.side === side) return { text: line.text, language: line.source };
  return line.translation.kind === 'done' ? { text: line.translation.text, language: line.target } : null;
}
