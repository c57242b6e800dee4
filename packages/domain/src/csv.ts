/** Media type to download a CSV file with. */
export const CSV_MEDIA_TYPE = 'text/csv;charset=utf-8';

/**
 * Without it Excel takes UTF-8 for the code page of the computer, and Chinese and Arabic for
 * rubbish.
 */
const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that spreadsheets take for the start of a formula, full-width forms among them. */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * Text that spreadsheets read as a number although it is not one: a telephone number would lose its
 * first zero or its last digits.
 */
const SPOILED_NUMBER = /^(?:0\d+|\d{12,})$/;

/**
 * Rows as CSV (RFC 4180) that Excel, Numbers and LibreOffice open in all scripts: UTF-8 with a byte
 * order mark, CRLF, every value in quotes. A value that a spreadsheet would run as a formula gets
 * an apostrophe in front, as a stranger's card may say anything (`=HYPERLINK(...)`); that keeps the
 * plus of a telephone number as well, and its first zero.
 */
export function csv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvLines(rows);
}

/** More rows of a file that {@link csv} has begun. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string): string {
  const safe = FORMULA_START.test(value) || SPOILED_NUMBER.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
