import type { TextLine } from '@dragoman/functions/documents/recognized-document';
import type { Picture } from './picture.ts';

/** The lines of a picture, and the size of the picture that their boxes are measured in. */
export interface ReadText {
  width: number;
  height: number;
  lines: TextLine[];
}

export interface TextReader {
  /** What it is made of, for the log. */
  readonly name: string;
  read(picture: Picture): Promise<ReadText>;
}

/** In less there is no letter. */
export const SMALLEST_SIDE = 16;
