import { requestErrors } from '../rest-error.ts';
import { parseCsv } from './csv.ts';
import { contentKind } from './media-type.ts';

/** Nesting of a body beyond which PostgreSQL's JSON parser would be a way to burn its stack. */
const DEEPEST_JSON = 100;

/**
 * A JSON body. The text goes to PostgreSQL as it came, so that numbers keep every digit; only its
 * shape is looked at here.
 */
export interface JsonBody {
  text: string;
  value: unknown;
}

/**
 * @param text what the client sent
 * @throws {RestError} PGRST102 when it is empty, no JSON, or nested too deep
 */
export function parseJsonBody(text: string): JsonBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw requestErrors.body('Empty or invalid json');
  }
  if (isDeeperThan(value, DEEPEST_JSON)) {
    throw requestErrors.body(`The request body is nested more than ${DEEPEST_JSON} levels deep`);
  }
  return { text, value };
}

/**
 * Reads a body that names values: rows of a table, or arguments of a function. CSV and forms become
 * JSON of texts, which PostgreSQL reads as whatever type the column has.
 * @throws {RestError} PGRST102 for other content types, and when the text is not of its type
 */
export function parseNamedValues(contentType: string | undefined, text: string): JsonBody {
  const kind = contentKind(contentType);
  if (kind === 'json') return parseJsonBody(text);
  if (kind !== 'csv' && kind !== 'form') {
    throw requestErrors.body(`Content-Type not acceptable: ${contentType}`);
  }
  const value = kind === 'csv' ? parseCsv(text) : Object.fromEntries(new URLSearchParams(text));
  return { text: JSON.stringify(value), value };
}

/** The facts about the written rows that a statement needs; all else is in the text. */
export interface RowsShape {
  /** Whether the text is an array of rows or one row. */
  isArray: boolean;
  columns: readonly string[];
}

/** The rows that a write is about. */
export interface RowsBody extends RowsShape {
  text: string;
  rows: number;
}

/**
 * Looks at the rows of an insert or update.
 * @param columns the `columns` parameter: other keys are ignored, missing ones are null
 * @throws {RestError} PGRST102 when it is neither an object nor an array of objects, or when rows
 * differ in their keys
 */
export function describeRows(body: JsonBody, columns: readonly string[] | null): RowsBody {
  const { text, value } = body;
  const isArray = Array.isArray(value);
  const rows: unknown[] = isArray ? value : [value];
  if (!rows.every(isObject)) throw requestErrors.body('Empty or invalid json');
  const first = rows[0] === undefined ? [] : Object.keys(rows[0]);
  if (columns === null && rows.length > 1 && !rows.every((row) => hasExactly(row, first))) {
    throw requestErrors.body('All object keys must match');
  }
  return { text, isArray, rows: rows.length, columns: columns === null ? first : [...new Set(columns)] };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasExactly(row: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(member, levels - 1)) return true;
  }
  return false;
}
