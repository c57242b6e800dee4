import type { ExtractedCard, ExtractedPass, ExtractionHints } from './extraction/extracted.ts';
import type { RecognizedDocument } from './recognized-document.ts';

/**
 * The result types of reading a picture: the fields of a card or of a pass, or the mere text (for
 * measuring).
 */
export interface ReadResults {
  card: ExtractedCard;
  pass: ExtractedPass;
  text: RecognizedDocument;
}

export type Wanted = keyof ReadResults;

interface ReadOptions {
  /** Aborts the work when the caller no longer waits. */
  signal?: AbortSignal;
  hints?: ExtractionHints;
}

/**
 * Reads pictures of cards and passes and takes their fields out. Nothing of a picture is kept once
 * the answer is given.
 */
export interface DocumentReader {
  /**
   * @param image the bytes of a JPEG, PNG, WebP or HEIC picture
   * @throws {DocumentReadError} for a picture that cannot be read, and a machine that cannot read
   * now
   */
  read<Kind extends Wanted>(
    image: Uint8Array,
    wanted: Kind,
    options?: ReadOptions,
  ): Promise<ReadResults[Kind]>;
}
