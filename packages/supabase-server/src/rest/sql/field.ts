import { quoteName } from '../../db/identifiers.ts';
import type { FieldRef } from '../parse/ast.ts';
import type { Relation, TypeRef } from '../schema/model.ts';
import { unknownColumn } from '../schema/schema-errors.ts';
import { type Binder, PG } from './binder.ts';
import type { KeyStep } from './key-path.ts';

/** Rows that a part of the statement reads: a relation under an alias of our own making. */
export interface Source {
  relation: Relation;
  alias: string;
  /**
   * Whether the alias is a row of the relation's own type, which functions of it take; written rows
   * are not.
   */
  isTyped: boolean;
  /** Columns that were referred to; a write must return them for its representation. */
  used: Set<string>;
  /** Whether `*` was selected. */
  usedWhole: boolean;
  /** The keys along which it is embedded; empty for the rows that the request is about. */
  path: readonly KeyStep[];
}

export interface FieldSql {
  sql: string;
  type: TypeRef;
}

const TEXT: TypeRef = { sql: PG.text, declared: PG.text, shown: 'text', array: PG.textArray, special: null };
const JSON_TYPE: TypeRef = {
  sql: PG.json,
  declared: PG.json,
  shown: 'json',
  array: 'pg_catalog._json',
  special: 'json',
};
const JSONB_TYPE: TypeRef = {
  sql: PG.jsonb,
  declared: PG.jsonb,
  shown: 'jsonb',
  array: 'pg_catalog._jsonb',
  special: 'jsonb',
};

/** @throws {RestError} 42703 */
export function columnSql(source: Source, name: string): FieldSql {
  const column = source.relation.columns.get(name) ?? source.relation.computed.get(name);
  if (column === undefined) throw unknownColumn(source.relation, name);
  source.used.add(name);
  if ('sql' in column && source.isTyped) return { sql: `${column.sql}(${source.alias})`, type: column.type };
  return { sql: `${source.alias}.${quoteName(name)}`, type: column.type };
}

/** A whole row of the source's relation, for functions of it. */
export function rowSql(source: Source): string {
  if (source.isTyped) return source.alias;
  const columns = [...source.relation.columns.keys()].map((name) => columnSql(source, name).sql);
  return `row(${columns.join(', ')})::${source.relation.sql}`;
}

/**
 * A column, or the value at a JSON path in it. Keys are bound values. Other types than JSON are
 * turned into it first, so that paths reach into arrays and composite types as well.
 * @throws {RestError} 42703
 */
export function fieldSql(source: Source, field: FieldRef, binder: Binder): FieldSql {
  const column = columnSql(source, field.name);
  const last = field.path.at(-1);
  if (last === undefined) return column;
  const { special } = column.type;
  const isJson = special === 'json' || special === 'jsonb';
  const start = isJson ? column.sql : `pg_catalog.to_jsonb(${column.sql})`;
  const steps = field.path.map(({ arrow, key }) =>
    typeof key === 'number' ? `${arrow}${binder.bind(key, PG.int4)}` : `${arrow}${binder.bind(key, PG.text)}`,
  );
  const type = last.arrow === '->>' ? TEXT : special === 'json' ? JSON_TYPE : JSONB_TYPE;
  return { sql: `(${start}${steps.join('')})`, type };
}
