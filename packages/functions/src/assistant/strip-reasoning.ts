const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Leaves out the section in which some models think aloud before they answer.
 * @param pieces in which the marks may be torn apart
 */
export async function* stripReasoning(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  let state: 'beginning' | 'thinking' | 'answering' = 'beginning';
  for await (const piece of pieces) {
    if (state === 'answering') {
      yield piece;
      continue;
    }
    held += piece;
    if (state === 'beginning') {
      const begun = held.trimStart();
      if (begun.length < OPEN.length && OPEN.startsWith(begun)) continue;
      state = begun.startsWith(OPEN) ? 'thinking' : 'answering';
      if (state === 'answering') {
        yield begun;
        continue;
      }
    }
    const end = held.indexOf(CLOSE);
    if (end < 0) continue;
    state = 'answering';
    const rest = held.slice(end + CLOSE.length).trimStart();
    if (rest) yield rest;
  }
  if (state === 'beginning' && held.trim()) yield held.trimStart();
}
