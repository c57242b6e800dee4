import { characterCount, isBlank, storableText } from '../text.ts';

/**
 * Limits of a vendor's knowledge base. The database has the same bounds
 * (supabase/schemas/15_material.sql).
 */
export const KNOWLEDGE_BASE_LIMITS = {
  documents: 20,
  titleCharacters: 120,
  /** The most pages of one document. */
  pages: 200,
  /** The most characters of one document. */
  characters: 300_000,
  /** The largest file that is opened, in bytes. */
  bytes: 10_000_000,
} as const;

/** A piece of a document, short enough to be quoted, with the place that it came from. */
export interface DocumentPassage {
  /** From 1. */
  page: number;
  content: string;
}

/** UTF-16 units of a passage: a paragraph or two. */
const PASSAGE_LENGTH = 900;

/** Why a document cannot be taken. */
export type DocumentProblem = 'no-text' | 'too-many-pages' | 'too-long';

/**
 * Cuts a document into passages, at the ends of paragraphs and sentences where it can. No passage
 * reaches over two pages.
 * @param pages text of each page, in order; a pasted text is one
 */
export function documentPassages(
  pages: readonly string[],
): { ok: true; passages: DocumentPassage[] } | { ok: false; problem: DocumentProblem } {
  if (pages.length > KNOWLEDGE_BASE_LIMITS.pages) return { ok: false, problem: 'too-many-pages' };
  const texts = pages.map(readableText);
  if (texts.every(isBlank)) return { ok: false, problem: 'no-text' };
  if (texts.reduce((sum, text) => sum + characterCount(text), 0) > KNOWLEDGE_BASE_LIMITS.characters) {
    return { ok: false, problem: 'too-long' };
  }
  const passages = texts.flatMap((text, i) => piecesOf(text).map((content) => ({ page: i + 1, content })));
  return { ok: true, passages };
}

/**
 * @returns the text in stored form: control characters, above all NUL, are removed, and typical PDF
 * characters (ligatures, Arabic presentation forms, Chinese radicals) become ordinary letters
 */
export function readableText(text: string): string {
  return (
    storableText(text)
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, ' ')
      // Only these blocks: all of NFKC would make m² an m2.
      .replace(/[\u2F00-\u2FDF\uF900-\uFAFF\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFE]/g, (form) =>
        form.normalize('NFKC'),
      )
      .trim()
  );
}

/** The places where a text may be cut, the best first. */
const ENDS = [/\n\s*\n/g, /\n/g, /[.!?؟][\s]+|[。！？；]\s*/g, /\s+|[،，、]/g];

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > PASSAGE_LENGTH) {
    const end = placeToCut(rest.slice(0, PASSAGE_LENGTH));
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest].filter((piece) => !isBlank(piece));
}

/** Not in the first third: a passage of a word or two says nothing. */
function placeToCut(text: string): number {
  for (const end of ENDS) {
    const last = [...text.matchAll(end)].map(({ index, 0: sign }) => index + sign.length).at(-1) ?? 0;
    if (last > PASSAGE_LENGTH / 3) return last;
  }
  // Never in the middle of a character.
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}
