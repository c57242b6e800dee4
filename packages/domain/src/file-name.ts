/**
 * 60 characters of four octets each and the ending stay below the 255 octets that file systems
 * take.
 */
const MAX_CHARACTERS = 60;

/**
 * Makes a text the name of a file that Windows, macOS, Linux and phones all accept; any script is
 * kept, path separators and invisible or bidirectional controls are not.
 * @param fallback what to call it when nothing usable is left, in ASCII letters
 * @returns the name without an ending.
 */
export function safeFileName(text: string, fallback: string): string {
  const cleaned = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const short = [...cleaned].slice(0, MAX_CHARACTERS).join('');
  // Leading dots hide a file, trailing ones are dropped by Windows.
  const stem = short.replace(/^[.\s]+|[.\s]+$/g, '');
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i.test(stem);
  return stem === '' || reserved ? fallback : stem;
}
