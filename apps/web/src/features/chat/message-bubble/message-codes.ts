const RUN = /[a-z\d-]+(?:\/[a-z\d-]+)*/gi;
/** "AB-1200-X", "LX-200/7B": letters and digits in parts. Dates, ranges and words do not match. */
const CODE = /^(?=.*\d)(?=.*[a-z])[a-z\d]+(?:[-/][a-z\d]+)+$/i;
/** A code of so many characters fits into one line of the narrowest bubble. */
const MAX_LENGTH = 16;
/** And of so many with letters of twice the size. */
const SHORT_LENGTH = 10;

/** @returns whether a code fits into one line of a bubble with letters of any size */
export function isShortCode(code: string): boolean {
  return code.length <= SHORT_LENGTH;
}

/** @returns the pieces of a text in order: text and product code by turns, text first and last */
export function splitCodes(text: string): string[] {
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (run.length > MAX_LENGTH || !CODE.test(run)) continue;
    pieces.push(text.slice(done, index), run);
    done = index + run.length;
  }
  return [...pieces, text.slice(done)];
}
