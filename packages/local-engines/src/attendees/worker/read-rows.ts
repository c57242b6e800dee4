import { unzipSync } from 'fflate';
import papaparse from 'papaparse';
import { readSheet } from 'read-excel-file/universal';
import { ATTENDEE_LIST_ROWS, type AttendeeListFault } from '../attendee-list.ts';

/** The cells of a file, as texts. */
export interface Rows {
  ok: true;
  rows: string[][];
  /** A row with fewer cells than the header is a broken one: in CSV, but not in a workbook. */
  fixedWidth: boolean;
  /** Places in `rows` of those with a quotation mark in the middle of a value. */
  misquoted: ReadonlySet<number>;
}

/** Bytes of all files in a workbook; 50,000 rows of eight columns have a quarter of it. */
const UNPACKED_BYTES = 100 * 1024 * 1024;

/** Lines of a file, blank ones included: a file of line breaks alone would fill the memory. */
const MOST_LINES = 2 * ATTENDEE_LIST_ROWS;

/** @param bytes a file; its content says what it is, since names and types are often wrong */
export async function readRows(
  bytes: Uint8Array,
): Promise<Rows | { ok: false; fault: AttendeeListFault; row?: number }> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbook(bytes);
  const text = decodeText(bytes);
  return text === null ? { ok: false, fault: 'unreadable' } : readCsv(text);
}

function readCsv(text: string): ReturnType<typeof refuse> | Rows {
  const { data, errors } = papaparse.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t', '|'],
    preview: MOST_LINES,
  });
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes');
  if (unclosed) return refuse('unclosed_quotes', (unclosed.row ?? 0) + 1);
  if (data.length >= MOST_LINES) return refuse('too_many_rows');
  const misquoted = errors.flatMap(({ code, row }) => (code === 'InvalidQuotes' ? (row ?? []) : []));
  return { ok: true, rows: data, fixedWidth: true, misquoted: new Set(misquoted) };
}

async function readWorkbook(bytes: Uint8Array): Promise<ReturnType<typeof refuse> | Rows> {
  try {
    if (unpackedBytes(bytes) > UNPACKED_BYTES) return refuse('unpacked_too_large');
    // A copy: the bytes of a message may share their buffer with others.
    const rows = await readSheet(new Uint8Array(bytes).buffer);
    const texts = rows.map((row) => row.map(cellText));
    return { ok: true, rows: texts, fixedWidth: false, misquoted: new Set() };
  } catch {
    return refuse('unreadable');
  }
}

/**
 * What the archive's directory says, read by the library that unpacks it afterwards, which
 * never writes more than that.
 */
function unpackedBytes(bytes: Uint8Array): number {
  let sum = 0;
  unzipSync(bytes, {
    filter({ originalSize }) {
      sum += originalSize;
      return false;
    },
  });
  return sum;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

function refuse(fault: AttendeeListFault, row?: number) {
  return { ok: false as const, fault, ...(row === undefined ? {} : { row }) };
}

/** What else than ASCII a text in Windows-1256 consists of, if it is Arabic. */
const ARABIC = /^[\p{ASCII}\p{Script=Arabic}\u060C\u061B\u061F\u0640\u200C-\u200F]*$/u;

/**
 * The text of a file: UTF-16 with its mark, UTF-8 with or without, else what spreadsheets write in
 * China (GB18030) or in Arabic countries (Windows-1256).
 * @returns null for bytes that are no text
 */
function decodeText(bytes: Uint8Array): string | null {
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
