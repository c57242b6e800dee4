import type { LiveTable } from './catalog.ts';
import { columnJson } from './column-json.ts';
import { joinFields, scalarText } from './json-fields.ts';
import type { Relation, StreamMessage, TextValue, Tuple } from './pgoutput.ts';

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/** A change of one row. */
export interface Change {
  schema: string;
  table: string;
  type: ChangeType;
  /** UTC, milliseconds: `2026-01-02T03:04:05.678Z`. */
  commitTimestamp: string;
  /**
   * The texts of the primary key's columns as a JSON array, which also names the row; null when the
   * stream did not carry them all, and without a primary key.
   */
  key: string | null;
  /** The new row; null for DELETE. */
  record: RowText | null;
  /** The columns of the old row that the stream carried; null for INSERT. */
  old: RowText | null;
  /** Whether `old` is the whole row (REPLICA IDENTITY FULL). */
  wholeOld: boolean;
}

/** A row as JSON text by column. */
export class RowText {
  readonly #fields: ReadonlyMap<string, string>;
  #json: string | null = null;

  /** @param fields JSON text by column */
  constructor(fields: ReadonlyMap<string, string>) {
    this.#fields = fields;
  }

  fields(): ReadonlyMap<string, string> {
    return this.#fields;
  }

  get json(): string {
    this.#json ??= joinFields(this.#fields);
    return this.#json;
  }

  /** The row cut down to some columns. @param keep decides by name and JSON text */
  only(keep: (name: string, json: string) => boolean): string {
    return joinFields([...this.#fields].filter(([name, json]) => keep(name, json)));
  }
}

/** A change as the stream carries it. */
export interface StreamedChange {
  relation: Relation;
  commitTimestamp: string;
  change: Extract<StreamMessage, { kind: 'insert' | 'update' | 'delete' }>;
}

/**
 * Reads the values of a streamed change by the types of its table. A large value that an update
 * left as it was comes from the old row; without REPLICA IDENTITY FULL the record lacks it, as on
 * Supabase.
 */
export function readChange({ relation, commitTimestamp, change }: StreamedChange, table: LiveTable): Change {
  const types = new Map(table.columns.map(({ name, baseType }) => [name, baseType]));
  const rowOf = (valueAt: (at: number) => TextValue): RowText => {
    const fields = new Map<string, string>();
    relation.columns.forEach(({ name }, at) => {
      const value = valueAt(at);
      const type = types.get(name);
      if (value !== undefined && type !== undefined) fields.set(name, columnJson(value, type));
    });
    return new RowText(fields);
  };
  const sent = change.kind === 'insert' ? null : change.old;
  const oldValue = (at: number): TextValue =>
    sent && (sent.whole || relation.columns[at]?.inIdentity) ? sent.values[at] : undefined;
  const newRow: Tuple | null = change.kind === 'delete' ? null : change.row;
  const record = newRow && rowOf((at) => (newRow[at] === undefined ? oldValue(at) : newRow[at]));
  // An update that leaves the replica identity as it was carries no old row.
  const old = sent ? rowOf(oldValue) : change.kind === 'insert' ? null : record;
  return {
    schema: relation.schema,
    table: relation.name,
    type: ({ insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const)[change.kind],
    commitTimestamp,
    key: keyOf(record ?? old, table),
    record,
    old,
    wholeOld: sent?.whole ?? false,
  };
}

function keyOf(row: RowText | null, { key }: LiveTable): string | null {
  const texts = key.map(({ name }) => row?.fields().get(name));
  if (texts.length === 0 || texts.includes(undefined)) return null;
  return JSON.stringify(texts.map((json) => scalarText(json as string)));
}
