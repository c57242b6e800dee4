/** The first digits of Arabic and Persian keyboards. */
const ARABIC_ZEROS = [0x0660, 0x06f0];

/**
 * Reads a mailed code as people type or paste it: with spaces, or in the digits of their keyboard.
 * @returns ASCII digits alone.
 */
export function readTypedCode(text: string): string {
  // NFKC turns the wide digits of Chinese keyboards into ours.
  const narrow = text.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => {
    const point = digit.charCodeAt(0);
    const zero = ARABIC_ZEROS.find((start) => point >= start && point <= start + 9) ?? point;
    return String(point - zero);
  });
  return narrow.replace(/\D/g, '');
}
