import type { RecognizedDocument } from '../recognized-document.ts';
import { type ExtractedPass, type ExtractionHints, PASS_FIELDS } from './extracted.ts';
import { peopleLines } from './people-lines.ts';
import { qrFields } from './qr-payload.ts';
import { segments } from './segments.ts';

/**
 * Finds who an entrance pass or badge was made for. The event, its dates and the kind of visitor stand on it as well, often larger;
 * a QR code with a vCard is taken at its word, one with a number says nothing.
 * @param document as recognised; may hold anything
 * @returns the fields of specification 3.6; empty strings for what was not found
 */
export function extractEntrancePass(
  document: RecognizedDocument,
  hints: ExtractionHints = {},
): ExtractedPass {
  const code = qrFields(document.codes);
  const people = peopleLines(segments(document), { mailboxes: [], domains: [], badge: true }, hints.language);
  return {
    fields: {
      name: code.name || people.fields.name,
      company: code.company || people.fields.company,
      designation: code.designation || people.fields.designation,
    },
    alternatives: people.alternatives,
    uncertain: PASS_FIELDS.filter((field) => people.uncertain.includes(field) && !code[field]),
  };
}
