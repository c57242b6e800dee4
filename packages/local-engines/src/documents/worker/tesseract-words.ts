import type { Box, TextLine, TextWord } from '@dragoman/functions/documents/recognized-document';
import type { Bbox, Line, Page } from 'tesseract.js';

/** The lines of Tesseract's answer. */
export function linesOf(page: Page): TextLine[] {
  return (page.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(textLine)
    .filter(({ text }) => text !== '');
}

function textLine(line: Line): TextLine {
  const words = inReadingOrder(
    line.words
      .filter(({ text }) => text.trim() !== '')
      .map(({ text, confidence, bbox }) => ({
        text: text.trim(),
        confidence: confidence / 100,
        box: boxOf(bbox),
      })),
  );
  return {
    text: words.map(({ text }) => text).join(' '),
    confidence: line.confidence / 100,
    box: boxOf(line.bbox),
    words,
  };
}

const ARABIC_LETTER = /(?!\p{Nd})\p{Script=Arabic}/u;

/**
 * Within an Arabic line Tesseract gives the groups of a phone number, and words in Latin letters,
 * from right to left; they are read from left to right.
 */
export function inReadingOrder(words: TextWord[]): TextWord[] {
  if (!words.some(({ text }) => ARABIC_LETTER.test(text))) return words;
  const ordered: TextWord[] = [];
  let run: TextWord[] = [];
  const closeRun = () => {
    ordered.push(...run.sort((a, b) => a.box.x - b.box.x));
    run = [];
  };
  for (const word of words) {
    if (ARABIC_LETTER.test(word.text)) {
      closeRun();
      ordered.push(word);
    } else {
      run.push(word);
    }
  }
  closeRun();
  return ordered;
}

function boxOf({ x0, y0, x1, y1 }: Bbox): Box {
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}
