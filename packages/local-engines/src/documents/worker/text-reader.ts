import type { TextLine } from '@dragoman/functions/documents/recognized-document';
import type { Picture } from './picture.ts';

/** The lines of a picture, and the size of the picture that their boxes are measured in. */
export interface ReadText {
  width: number;
  height: number;
  lines: TextLine[];
}

export interface TextReader {
  /** The reader's implementation, for the log. */
  readonly name: string;
  /**
   * Resolves when what only some pictures need is loaded too; those wait for it, the others are
   * read meanwhile. Rejects when it cannot be loaded: then the reader is of no use.
   */
  readonly complete: Promise<unknown>;
  read(picture: Picture): Promise<ReadText>;
}

/** In less there is no letter. */
export const SMALLEST_SIDE = 16;
