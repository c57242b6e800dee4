// A model of the database's exposed schemas. Built once from pg_catalog and then only read.

/**
 * A type as SQL text names it: always qualified and quoted, so that no search_path changes its
 * meaning.
 */
export interface TypeRef {
  /** The type for casts of compared values; a domain is its base type here. */
  sql: string;
  /** The type as the column declares it, domains included. */
  declared: string;
  /** In PostgreSQL's own words, such as `integer`, for messages. */
  shown: string;
  /** The type of its arrays; null without one. */
  array: string | null;
  /** Types that some operators treat specially. */
  special: 'json' | 'jsonb' | 'tsvector' | null;
}

export interface Column {
  name: string;
  type: TypeRef;
  /** The SQL expression that fills it when it is left out; from the catalog, so trusted. */
  defaultSql: string | null;
}

/** A function of a row that is used like a column of it. */
export interface ComputedColumn {
  /** The function, qualified and quoted. */
  sql: string;
  type: TypeRef;
}

/** The kinds of changes that a relation supports. */
export interface Writable {
  insert: boolean;
  update: boolean;
  delete: boolean;
}

/** A table, a view, or the row of a function's result. */
export interface Relation {
  schema: string;
  name: string;
  /** Qualified and quoted. */
  sql: string;
  isView: boolean;
  /** Independent of a role's permissions. */
  writable: Writable;
  columns: ReadonlyMap<string, Column>;
  /** Set after all functions are known. */
  computed: Map<string, ComputedColumn>;
  /**
   * In key order; empty without a key. Set after all relations are known, because views inherit it
   * from their tables.
   */
  primaryKey: readonly string[];
  /** Ways to other exposed relations of the same schema; set after all relations are known. */
  relationships: Relationship[];
}

/** A pair of equal columns of the source and the target. */
export type ColumnPair = readonly [source: string, target: string];

export interface DirectRelationship {
  kind: 'many-to-one' | 'one-to-one' | 'one-to-many';
  constraint: string;
  /** The table that the constraint belongs to, by its oid. */
  table: number;
  source: Relation;
  target: Relation;
  pairs: readonly ColumnPair[];
}

export interface JunctionRelationship {
  kind: 'many-to-many';
  source: Relation;
  target: Relation;
  junction: Relation;
  sourceConstraint: string;
  targetConstraint: string;
  /** The table that both constraints belong to, by its oid. */
  table: number;
  /** Source column, junction column. */
  sourcePairs: readonly ColumnPair[];
  /** Target column, junction column. */
  targetPairs: readonly ColumnPair[];
}

/** A function of a row of the source that returns a row or rows of the target. */
export interface ComputedRelationship {
  kind: 'computed';
  /** The name by which an embed refers to it. */
  name: string;
  /** The function, qualified and quoted. */
  sql: string;
  source: Relation;
  target: Relation;
  /** Returns one row, or is declared to return one at most (ROWS 1). */
  toOne: boolean;
}

/** Along foreign keys. */
export type KeyRelationship = DirectRelationship | JunctionRelationship;
export type Relationship = KeyRelationship | ComputedRelationship;

export interface Parameter {
  /** Empty for an unnamed one. */
  name: string;
  type: TypeRef;
  required: boolean;
  variadic: boolean;
}

export type FunctionResult =
  | { kind: 'void' }
  | { kind: 'scalar'; set: boolean }
  /** Rows; without known columns (`record`) the relation is null. */
  | { kind: 'rows'; set: boolean; relation: Relation | null };

export interface DatabaseFunction {
  schema: string;
  name: string;
  /** Qualified and quoted. */
  sql: string;
  parameters: readonly Parameter[];
  result: FunctionResult;
  volatility: 'immutable' | 'stable' | 'volatile';
}

export interface SchemaObjects {
  relations: ReadonlyMap<string, Relation>;
  /** Overloads share a name. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>;
}

export interface DatabaseSchema {
  /** The schemas' objects by schema name. */
  schemas: ReadonlyMap<string, SchemaObjects>;
  /** Types that a request may cast to, by the names people use: lower-case, unquoted. */
  types: ReadonlyMap<string, string>;
}

/** The rows of a function's result when no relation describes them: nothing else is known of it. */
export function resultRow(
  { schema, name, sql }: Pick<Relation, 'schema' | 'name' | 'sql'>,
  columns: ReadonlyMap<string, Column> = new Map(),
): Relation {
  return {
    schema,
    name,
    sql,
    isView: true,
    writable: { insert: false, update: false, delete: false },
    columns,
    computed: new Map(),
    primaryKey: [],
    relationships: [],
  };
}

export function isToOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.toOne;
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}
