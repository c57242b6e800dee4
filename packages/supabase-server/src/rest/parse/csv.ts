import { requestErrors } from '../rest-error.ts';

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/**
 * Reads CSV with a line of column names first. Every cell is a text; `NULL` without quotes is null.
 * @returns one object for each line
 * @throws {RestError} PGRST102 when a quotation is not closed or a line has more or fewer cells
 * than there are columns
 */
export function parseCsv(text: string): Array<Record<string, string | null>> {
  const [header, ...lines] = readLines(text.replace(/^\ufeff/, ''));
  if (header === undefined) throw requestErrors.body('Empty or invalid CSV');
  return lines.map((cells) => {
    if (cells.length !== header.length) throw requestErrors.body('All lines must have same number of fields');
    const row: Record<string, string | null> = Object.create(null);
    for (const [index, cell] of cells.entries()) row[header[index] ?? ''] = cell;
    return row;
  });
}

function readLines(text: string): Array<Array<string | null>> {
  const lines: Array<Array<string | null>> = [];
  let line: Array<string | null> = [];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text);
    if (found === null) throw requestErrors.body('Empty or invalid CSV');
    const [, quoted, plain = '', end] = found;
    line.push(quoted === undefined ? (plain === 'NULL' ? null : plain) : quoted.replaceAll('""', '"'));
    if (end === ',' && CELL.lastIndex < text.length) continue;
    // A comma at the very end of the text has an empty cell after it.
    if (end === ',') line.push('');
    lines.push(line);
    line = [];
  }
  return lines;
}
