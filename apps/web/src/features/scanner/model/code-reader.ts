import type { CodeSource } from './frame-size.ts';

/** Reads QR codes out of a video or a picture. */
export interface CodeReader {
  /**
   * @param longest the frame is scaled down to so many px on its longer side.
   * @returns the text of a code in the picture or the present frame, or null.
   * @throws when the frame cannot be read.
   */
  read(source: CodeSource, longest: number): Promise<string | null>;
}
