import type { RecognizedDocument } from '../recognized-document.ts';
import { type ExtractedPass, type ExtractionHints, PASS_FIELDS } from './extracted.ts';
import { peopleLines } from './people-lines.ts';
import { qrFields } from './qr-payload.ts';
import { segments } from './segments.ts';

/**
 * Finds the owner of an entrance pass or badge. It also shows the event, its dates and the visitor
 * category, often in larger print. A QR code with a vCard takes precedence; one with a number is
 * ignored.
 * @param document as recognised; may contain anything
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
