import type { Statement } from '../../db/database.ts';

/**
 * Collects a statement's values; the text holds only `$n` with the type that PostgreSQL shall read
 * it as.
 */
export class Binder {
  readonly values: unknown[] = [];

  /** @param type a type's qualified, quoted name out of the schema cache, or one of {@link PG} */
  bind(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/**
 * Placeholder for the text of the request body among a statement's values, so that the statement
 * can be reused.
 */
export const BODY = Symbol('the request body');

/** @returns the statement with the body's text in its place */
export function withBody({ text, values = [] }: Statement, body: string): Statement {
  return { text, values: values.map((value) => (value === BODY ? body : value)) };
}

/** PostgreSQL's own types that the builder itself needs. */
export const PG = {
  int4: 'pg_catalog.int4',
  int8: 'pg_catalog.int8',
  json: 'pg_catalog.json',
  jsonb: 'pg_catalog.jsonb',
  regconfig: 'pg_catalog.regconfig',
  text: 'pg_catalog.text',
  textArray: 'pg_catalog._text',
} as const;
