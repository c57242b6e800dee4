/**
 * A piece of text as a PDF places it on a page: points from the lower left corner, its letters in
 * the order of reading.
 */
export interface PlacedText {
  text: string;
  isRtl: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Line {
  y: number;
  height: number;
  pieces: PlacedText[];
}

/** Lines of one paragraph are no further apart than this, in heights of their letters. */
const LINE_PITCH = 1.7;
/** A gap of this part of a letter's height counts as a missing space. */
const SPACE = 0.25;

/**
 * Joins a page from its pieces. Their order is the file's, which keeps columns apart. Within a line
 * from right to left, the visual order counts instead, because many programs store Arabic in the
 * order on the page.
 * @returns the page's lines, with an empty one between paragraphs
 */
export function pageText(pieces: readonly PlacedText[]): string {
  let text = '';
  let before: Line | null = null;
  for (const line of linesOf(pieces)) {
    if (before) text += isSameParagraph(before, line) ? '\n' : '\n\n';
    text += lineText(line.pieces);
    before = line;
  }
  return text;
}

function linesOf(pieces: readonly PlacedText[]): Line[] {
  const lines: Line[] = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const line = lines.at(-1);
    if (line && Math.abs(line.y - piece.y) <= Math.max(line.height, piece.height) / 2) {
      line.pieces.push(piece);
      line.height = Math.max(line.height, piece.height);
    } else lines.push({ y: piece.y, height: piece.height, pieces: [piece] });
  }
  return lines.filter((line) => line.pieces.some(({ text }) => text.trim() !== ''));
}

function isSameParagraph(before: Line, line: Line): boolean {
  const distance = before.y - line.y;
  return distance > 0 && distance <= LINE_PITCH * Math.max(before.height, line.height);
}

function lineText(pieces: readonly PlacedText[]): string {
  const letters = (isRtl: boolean) =>
    pieces
      .filter((piece) => piece.isRtl === isRtl && isStrong(piece))
      .reduce((n, { text }) => n + text.length, 0);
  if (letters(true) <= letters(false))
    return pieces
      .map(({ text }) => text)
      .join('')
      .trim();
  return spaced(inReadingOrder(pieces)).trim();
}

/** From right to left, except Latin text and numbers in between, which run from left to right. */
function inReadingOrder(pieces: readonly PlacedText[]): PlacedText[] {
  const ordered: PlacedText[] = [];
  let run: PlacedText[] = [];
  const endRun = () => {
    // Signs between two words belong to their run; signs after the last word do not.
    const last = run.findLastIndex(isStrong) + 1;
    ordered.push(...run.slice(0, last).reverse(), ...run.slice(last));
    run = [];
  };
  for (const piece of pieces.toSorted((a, b) => b.x - a.x)) {
    if (piece.isRtl) endRun();
    if (!piece.isRtl && (run.length > 0 || isStrong(piece))) run.push(piece);
    else ordered.push(piece);
  }
  endRun();
  return ordered;
}

function spaced(pieces: readonly PlacedText[]): string {
  return pieces.reduce((text, piece, i) => {
    const before = pieces[i - 1];
    const gap = before
      ? Math.max(before.x - (piece.x + piece.width), piece.x - (before.x + before.width))
      : 0;
    return `${text}${gap > SPACE * piece.height && !/\s$/.test(text) && !/^\s/.test(piece.text) ? ' ' : ''}${piece.text}`;
  }, '');
}

function isStrong({ text }: PlacedText): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
