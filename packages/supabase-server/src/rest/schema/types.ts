import { quoteQualified } from '../../db/identifiers.ts';
import type { TypeRow } from './catalog.ts';
import type { TypeRef } from './model.ts';

/** Names that the SQL grammar knows and the catalog does not. */
const SQL_NAMES: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  varchar: 'varchar',
  'character varying': 'varchar',
  char: 'bpchar',
  character: 'bpchar',
  'bit varying': 'varbit',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
};

const SPECIAL = new Set(['json', 'jsonb', 'tsvector']);

/** Base, enum, domain, range and multirange types; rows and pseudo-types are nothing to cast to. */
const CASTABLE = new Set(['b', 'e', 'd', 'r', 'm']);

export interface TypeCatalog {
  /** @throws when the catalog holds no such type */
  ref(oid: number): TypeRef;
  kindOf(oid: number): string | undefined;
  nameOf(oid: number): string | undefined;
  castable: ReadonlyMap<string, string>;
}

/** @param schemas the exposed ones, whose own types may be named in casts beside PostgreSQL's */
export function buildTypes(rows: readonly TypeRow[], schemas: readonly string[]): TypeCatalog {
  const byOid = new Map(rows.map((row) => [row.oid, row]));
  const refs = new Map<number, TypeRef>();

  function baseOf(row: TypeRow): TypeRow {
    const base = row.kind === 'd' ? byOid.get(row.base) : undefined;
    return base === undefined ? row : baseOf(base);
  }

  function ref(oid: number): TypeRef {
    const known = refs.get(oid);
    if (known !== undefined) return known;
    const row = byOid.get(oid);
    if (row === undefined) throw new Error(`pg_type has no type ${oid}`);
    const base = baseOf(row);
    const array = byOid.get(base.array);
    const made: TypeRef = {
      sql: quoteQualified(base.schema, base.name),
      declared: quoteQualified(row.schema, row.name),
      shown: row.shown,
      array: array === undefined ? null : quoteQualified(array.schema, array.name),
      special:
        base.schema === 'pg_catalog' && SPECIAL.has(base.name) ? (base.name as TypeRef['special']) : null,
    };
    refs.set(oid, made);
    return made;
  }

  return {
    ref,
    kindOf: (oid) => byOid.get(oid)?.kind,
    nameOf: (oid) => byOid.get(oid)?.name,
    castable: castableTypes(rows, schemas, byOid),
  };
}

function castableTypes(
  rows: readonly TypeRow[],
  schemas: readonly string[],
  byOid: ReadonlyMap<number, TypeRow>,
): Map<string, string> {
  const castable = new Map<string, string>();
  const add = (name: string, row: TypeRow) => {
    castable.set(name, quoteQualified(row.schema, row.name));
    const array = byOid.get(row.array);
    if (array !== undefined) castable.set(`${name}[]`, quoteQualified(array.schema, array.name));
  };
  // PostgreSQL's own come last: no schema of ours may change what `text` means.
  for (const schema of [...schemas.toReversed(), 'pg_catalog']) {
    for (const row of rows) {
      if (row.schema === schema && CASTABLE.has(row.kind)) add(row.name, row);
    }
  }
  const builtIn = new Map(rows.filter((row) => row.schema === 'pg_catalog').map((row) => [row.name, row]));
  for (const [name, real] of Object.entries(SQL_NAMES)) {
    const row = builtIn.get(real);
    if (row !== undefined) add(name, row);
  }
  return castable;
}
