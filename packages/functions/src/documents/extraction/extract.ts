import type { ReadResults, Wanted } from '../document-reader.ts';
import type { RecognizedDocument } from '../recognized-document.ts';
import { extractBusinessCard } from './business-card.ts';
import { extractEntrancePass } from './entrance-pass.ts';
import type { ExtractionHints } from './extracted.ts';

const MAKERS: {
  readonly [Kind in Wanted]: (document: RecognizedDocument, hints: ExtractionHints) => ReadResults[Kind];
} = {
  card: extractBusinessCard,
  pass: extractEntrancePass,
  text: (document) => document,
};

/**
 * Extracts the requested result from a recognized document. A page of text takes a processor for a
 * while: not for a server's own thread.
 */
export function extract<Kind extends Wanted>(
  document: RecognizedDocument,
  wanted: Kind,
  hints: ExtractionHints,
): ReadResults[Kind] {
  return MAKERS[wanted](document, hints);
}
