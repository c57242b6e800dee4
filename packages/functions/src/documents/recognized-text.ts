import type { RecognizedDocument, TextLine } from './recognized-document.ts';

/** Lines of a lower confidence are mostly patterns in the picture that look like letters. */
const MIN_CONFIDENCE = 0.5;
/** A gap between two lines, in heights of a line, from which on a new paragraph begins. */
const PARAGRAPH_GAP = 1;

/**
 * The text of a picture for people to read: what was recognised surely enough, line by line, with
 * an empty line between paragraphs.
 * @returns an empty string for a picture without text
 */
export function recognizedText({ lines }: RecognizedDocument): string {
  const read = lines.filter(
    ({ text, confidence }) => confidence >= MIN_CONFIDENCE && /[\p{L}\p{N}]/u.test(text),
  );
  return read
    .map((line, index) => (startsParagraph(line, read[index - 1]) ? '\n' : '') + joined(line.text.trim()))
    .join('\n');
}

function startsParagraph({ box }: TextLine, before: TextLine | undefined): boolean {
  if (!before) return false;
  const gap = box.y - (before.box.y + before.box.height);
  return gap > PARAGRAPH_GAP * Math.min(box.height, before.box.height);
}

/** Readers part Chinese characters, as if each were a word. */
function joined(text: string): string {
  return text.replace(/(\p{Script=Han}) +(?=\p{Script=Han})/gu, '$1');
}
