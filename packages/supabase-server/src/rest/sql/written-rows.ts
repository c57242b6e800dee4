import { quoteName } from '../../db/identifiers.ts';
import type { RowsShape } from '../parse/json-body.ts';
import type { Column, Relation } from '../schema/model.ts';
import { unknownWrittenColumn } from '../schema/schema-errors.ts';
import { type Binder, BODY, PG } from './binder.ts';

/** The rows of a request body as a FROM clause, and an expression for each column that they set. */
export interface WrittenRows {
  from: string;
  columns: ReadonlyArray<{ name: string; value: string }>;
}

/**
 * PostgreSQL reads the JSON text itself, so numbers stay exact and each value becomes the column's
 * type.
 * @param missingDefault fills keys that a row lacks with the column's default instead of null
 * @throws {RestError} PGRST204
 */
export function writtenRows(
  relation: Relation,
  body: RowsShape,
  binder: Binder,
  missingDefault: boolean,
): WrittenRows {
  const columns = body.columns.map((name) => writtenColumn(relation, name));
  const definition = columns.map((column) => `${quoteName(column.name)} ${column.type.declared}`).join(', ');
  const values = columns.map(({ name }) => ({ name, value: `b.${quoteName(name)}` }));
  if (!missingDefault) {
    const json = binder.bind(BODY, PG.json);
    return {
      from:
        columns.length === 0
          ? emptyRows(body, json)
          : `pg_catalog.json_to_record${body.isArray ? 'set' : ''}(${json}) as b(${definition})`,
      columns: values,
    };
  }
  const json = binder.bind(BODY, PG.jsonb);
  const elements = body.isArray ? `pg_catalog.jsonb_array_elements(${json})` : `(select ${json})`;
  const rest = columns.length === 0 ? '' : `, lateral pg_catalog.jsonb_to_record(s.j) as b(${definition})`;
  return {
    from: `${elements} as s(j)${rest}`,
    columns: columns.map((column, index) => ({
      name: column.name,
      value: withDefault(column, values[index]?.value ?? '', binder),
    })),
  };
}

/** Rows that set nothing: one for each object. */
function emptyRows(body: RowsShape, json: string): string {
  return body.isArray ? `pg_catalog.json_array_elements(${json}) as b` : `(select ${json}) as b`;
}

function withDefault({ name, defaultSql }: Column, value: string, binder: Binder): string {
  if (defaultSql === null) return value;
  return `case when s.j ? ${binder.bind(name, PG.text)} then ${value} else ${defaultSql} end`;
}

function writtenColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (column === undefined) throw unknownWrittenColumn(relation, name);
  return column;
}
