/**
 * Marks data off from instructions. The data are lines of JSON in which no `<` stands: neither the fence nor the marks with which
 * chat servers tell roles apart can be written in them, whatever anybody types.
 * @param name what the lines are; the fence is named after it, with a part that nobody can guess.
 * @returns the fence's name and the fenced lines
 */
export function fenced(name: string, rows: readonly unknown[]): { fence: string; text: string } {
  const fence = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  return { fence, text: [`<${fence}>`, ...rows.map(dataLine), `</${fence}>`].join('\n') };
}

/** Unseen letters are how orders are hidden from those who read a message before they have it summed up. */
const UNSEEN = /[\p{Cc}\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu;

function dataLine(row: unknown): string {
  return JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSEEN, (sign) => (sign === '\n' ? sign : ' ')) : value,
  )
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e');
}
