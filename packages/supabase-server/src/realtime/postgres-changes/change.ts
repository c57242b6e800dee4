import { joinFields, jsonFields } from './json-fields.ts';

/** A change of one row, as the trigger of platform/03_realtime.sql reports it. */

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

export interface Change {
  schema: string;
  table: string;
  type: ChangeType;
  /** UTC, milliseconds: `2026-01-02T03:04:05.678Z`. */
  commitTimestamp: string;
  /**
   * The primary key's columns as one JSON text, which also names the row; null when it did not fit
   * into the notification.
   */
  key: string | null;
  /** The new row; null for DELETE, and until a large row has been read again. */
  record: RowText | null;
  /** The row did not fit into the notification. */
  large: boolean;
  /**
   * The old row: for DELETE all of it (of a large one its short values), for UPDATE its key or all
   * of it.
   */
  old: RowText | null;
  /** Whether subscribers may receive columns of `old` beyond its key. */
  wholeOld: boolean;
}

/** A row as PostgreSQL's JSON text; parsed only when needed. */
export class RowText {
  readonly json: string;
  #fields: Map<string, string> | null = null;

  constructor(json: string) {
    this.json = json;
  }

  /** JSON text by column. */
  fields(): Map<string, string> {
    this.#fields ??= jsonFields(this.json);
    return this.#fields;
  }

  /** The row cut down to some columns. @param keep decides by name and JSON text */
  only(keep: (name: string, json: string) => boolean): string {
    return joinFields([...this.fields()].filter(([name, json]) => keep(name, json)));
  }
}

interface Header {
  schema: string;
  table: string;
  type: ChangeType;
  at: string;
  key?: Record<string, unknown>;
  large?: boolean;
  whole_old?: boolean;
}

/**
 * Reads a notification of the change feed.
 * @throws {SyntaxError} for any other text: everyone who may connect to the database can notify
 */
export function parseChange(payload: string): Change {
  const firstEnd = payload.indexOf('\n');
  const secondEnd = payload.indexOf('\n', firstEnd + 1);
  if (firstEnd < 0 || secondEnd < 0) throw new SyntaxError('a change has three lines');
  const headerText = payload.slice(0, firstEnd);
  const header = JSON.parse(headerText) as Header;
  const record = payload.slice(firstEnd + 1, secondEnd);
  const old = payload.slice(secondEnd + 1);
  if (!['INSERT', 'UPDATE', 'DELETE'].includes(header.type)) throw new SyntaxError('unknown type of change');
  return {
    schema: header.schema,
    table: header.table,
    type: header.type,
    commitTimestamp: `${header.at.slice(0, 23)}Z`,
    // It is cut out of the text, because parsing would round a large number.
    key: header.key === undefined ? null : (jsonFields(headerText).get('key') ?? null),
    record: record === '' ? null : new RowText(record),
    large: header.large === true,
    old: old === '' ? null : new RowText(old),
    wholeOld: header.whole_old === true,
  };
}
