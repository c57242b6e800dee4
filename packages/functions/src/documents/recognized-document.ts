// The raw recognition of a picture of a card or a pass, before its meaning is extracted.

/** In pixels of the picture that was read, from its top left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  box: Box;
}

/** Words on one line, in reading order of the line's own script: from the right in Arabic. */
export interface TextLine {
  text: string;
  /** 0 to 1. */
  confidence: number;
  box: Box;
  words: TextWord[];
}

export interface RecognizedDocument {
  /**
   * The width of the picture in which the boxes are measured: upright, straightened and perhaps
   * made smaller.
   */
  width: number;
  height: number;
  /** From top to bottom. */
  lines: TextLine[];
  /** The texts of the codes in the picture, of any symbology that is read. */
  codes: string[];
}

export type DocumentReadFailure =
  /** The bytes are no picture of a format that is read, or a broken one. */
  | 'not-an-image'
  /** The picture moves: a GIF, or more than one page. */
  | 'animated'
  /** More bytes or more pixels than are read. */
  | 'too-large'
  /** Too many pictures wait already. */
  | 'busy'
  /** It took longer than it may. */
  | 'timeout'
  /** The reading process failed over this picture more than once. */
  | 'gave-up'
  /** The reading process is not available. */
  | 'unavailable';

/**
 * The reason why a picture was not read. The message contains nothing from the picture and is safe
 * to show to the user.
 */
export class DocumentReadError extends Error {
  override readonly name = 'DocumentReadError';
  readonly failure: DocumentReadFailure;

  constructor(failure: DocumentReadFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }
}
