/** @returns how wide a text is, in the unit of the width that it is fitted into. */
export type Measure = (text: string) => number;

const ELLIPSIS = '…';

/**
 * Breaks a text into lines no wider than `width`: between words, between Han characters, and inside
 * a word only when the word is wider than a line. Text beyond `maxLines` ends in an ellipsis.
 */
export function textLines(text: string, width: number, maxLines: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, width, measure)) {
    if (line && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trim());
      line = '';
    }
    line += piece;
  }
  if (line.trim()) lines.push(line.trim());
  if (lines.length <= maxLines) return lines;
  const kept = lines.slice(0, maxLines);
  return [...kept.slice(0, -1), shortened(kept.at(-1) ?? '', width, measure)];
}

/** The pieces after which a line may break. */
function pieces(text: string, width: number, measure: Measure): string[] {
  const words = text.replace(/\s+/g, ' ').match(/\p{Script=Han}[\p{P}\s]*|[^\s\p{Script=Han}]+\s*/gu) ?? [];
  return words.flatMap((word) => (measure(word.trimEnd()) > width ? [...word] : [word]));
}

function shortened(line: string, width: number, measure: Measure): string {
  const characters = [...line];
  while (characters.length > 1 && measure(characters.join('') + ELLIPSIS) > width) characters.pop();
  return characters.join('').trimEnd() + ELLIPSIS;
}
