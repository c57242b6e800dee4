/** What else than ASCII a text in Windows-1256 consists of, if it is Arabic. */
const ARABIC = /^[\p{ASCII}\p{Script=Arabic}\u060C\u061B\u061F\u0640\u200C-\u200F]*$/u;

/**
 * The text of a file: UTF-16 with its mark, UTF-8 with or without, else what spreadsheets write in
 * China (GB18030) or in Arabic countries (Windows-1256).
 * @returns null for bytes that are no text
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  // Pictures, old workbooks and other binary files.
  if (bytes.includes(0)) return null;
  const unicode = decode(bytes, 'utf-8');
  if (unicode !== null) return unicode;
  const arabic = decode(bytes, 'windows-1256');
  // A few Arabic words can be valid GB18030; Chinese ones read as Windows-1256 have other signs.
  if (arabic !== null && ARABIC.test(arabic)) return arabic;
  return decode(bytes, 'gb18030') ?? arabic;
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
