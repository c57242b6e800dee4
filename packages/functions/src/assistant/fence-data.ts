/**
 * Separates data from instructions. The data are lines of JSON without any `<`, so no typed text
 * can imitate the fence or the marks by which chat servers tell roles apart.
 * @param name what the lines are; the fence's name adds a random part that cannot be guessed
 * @returns the fence's name and the fenced lines
 */
export function fenceData(name: string, rows: readonly unknown[]): { fence: string; text: string } {
  const fence = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  return { fence, text: [`<${fence}>`, ...rows.map(dataLine), `</${fence}>`].join('\n') };
}

/**
 * Unseen letters are how orders are hidden from those who read a message before they have it summed
 * up.
 */
const UNSEEN = /[\p{Cc}\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}]/gu;

function dataLine(row: unknown): string {
  return JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSEEN, (sign) => (sign === '\n' ? sign : ' ')) : value,
  )
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e');
}
