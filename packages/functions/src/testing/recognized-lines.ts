import type { RecognizedDocument, TextLine, TextWord } from '../documents/recognized-document.ts';

/** A line for a test: its text, where it begins, and how high its letters are. */
interface LineOfText {
  text: string;
  x?: number;
  y?: number;
  height?: number;
  confidence?: number;
}

/**
 * A document as recognition would give it: lines one under the other where no place is given; three
 * spaces are a wide gap.
 */
export function recognizedLines(
  lines: readonly (string | LineOfText)[],
  codes: string[] = [],
): RecognizedDocument {
  let below = 40;
  const made = lines.map((line) => {
    const {
      text,
      x = 60,
      y = below,
      height = 24,
      confidence = 0.95,
    } = typeof line === 'string' ? { text: line } : line;
    below = y + height * 2;
    return textLine(text, x, y, height, confidence);
  });
  return { width: 1400, height: 800, lines: made, codes };
}

function textLine(text: string, x: number, y: number, height: number, confidence: number): TextLine {
  const words: TextWord[] = [];
  let at = x;
  for (const token of text.match(/ {3,}| |[^ ]+/g) ?? []) {
    if (token === ' ') at += height * 0.35;
    else if (token.trim() === '') at += height * token.length;
    else {
      const width = token.length * height * (/\p{Script=Han}/u.test(token) ? 1 : 0.55);
      words.push({ text: token, confidence, box: { x: at, y, width, height } });
      at += width;
    }
  }
  if (/\p{Script=Arabic}/u.test(text)) mirror(words, x, at);
  return { text, confidence, box: { x, y, width: at - x, height }, words };
}

/** Arabic lines begin at the right; the groups of a number keep their order from the left. */
function mirror(words: TextWord[], left: number, right: number): void {
  for (const word of words) word.box.x = left + right - word.box.x - word.box.width;
  const isArabic = (word: TextWord) => /(?!\p{Nd})\p{Script=Arabic}/u.test(word.text);
  for (let i = 0; i < words.length; i++) {
    let end = i;
    while (end < words.length && !isArabic(words[end] as TextWord)) end++;
    const run = words.slice(i, end);
    const start = Math.min(...run.map((word) => word.box.x));
    let at = start;
    for (const word of run) {
      word.box.x = at;
      at += word.box.width + word.box.height * 0.35;
    }
    i = end;
  }
}
