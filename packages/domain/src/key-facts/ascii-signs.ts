/** Without the comma, which Chinese sentences use: a new number begins after it. */
const FULL_WIDTH = /[\uFF01-\uFF0B\uFF0D-\uFF5E]/g;
const FULL_WIDTH_DISTANCE = 0xfee0;
const ARABIC_DIGIT = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** Signs that replace another one of the same length. */
const SIGNS: Readonly<Record<string, string>> = {
  '٬': ',',
  '٫': '.',
  '٪': '%',
  '￥': '¥',
  '\u3000': ' ',
  '\u00A0': ' ',
  '\u202F': ' ',
};
const SIGN = /[٬٫٪￥\u3000\u00A0\u202F]/g;

/**
 * @returns `text` with ASCII digits, separators and letters in place of Arabic, Persian and
 * full-width ones; every place stays what it was.
 */
export function withAsciiSigns(text: string): string {
  return text
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_DISTANCE))
    .replace(ARABIC_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(SIGN, (sign) => SIGNS[sign] ?? sign);
}
