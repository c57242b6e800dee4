// The meaning of a query string, before anything is known of the schema (supabase-protocol 3.1).
// Values are raw text.

/**
 * One arrow of a JSON path: `->` keeps JSON, `->>` gives text. A number addresses an array element.
 */
export interface JsonStep {
  arrow: '->' | '->>';
  key: string | number;
}

export interface FieldRef {
  name: string;
  path: readonly JsonStep[];
}

export type Aggregate = 'count' | 'sum' | 'avg' | 'max' | 'min';

export interface StarItem {
  kind: 'star';
}

export interface FieldItem {
  kind: 'field';
  alias: string | null;
  /** Null for `count()`, which counts rows. */
  field: FieldRef | null;
  cast: string | null;
  aggregate: Aggregate | null;
  aggregateCast: string | null;
}

/**
 * A related table inside the rows (`alias:table!hint!inner(...)`) or spread into them
 * (`...table(...)`).
 */
export interface EmbedItem {
  kind: 'embed';
  alias: string | null;
  target: string;
  hint: string | null;
  join: 'left' | 'inner';
  spread: boolean;
  node: ReadNode;
}

export type SelectItem = StarItem | FieldItem | EmbedItem;

export type CompareOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj';

export type SearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts';
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Test =
  | { kind: 'compare'; operator: CompareOperator; quantifier: 'any' | 'all' | null; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'distinct'; value: string }
  | { kind: 'search'; operator: SearchOperator; config: string | null; value: string };

/** `[not.]operator.value`, the right side of a filter. */
export interface Operation {
  negated: boolean;
  test: Test;
}

export interface FilterCondition extends Operation {
  kind: 'filter';
  field: FieldRef;
}

export interface GroupCondition {
  kind: 'group';
  negated: boolean;
  operator: 'and' | 'or';
  conditions: readonly Condition[];
}

export type Condition = FilterCondition | GroupCondition;

export interface OrderTerm {
  /** The embedded table whose column orders the rows; null: a column of the table itself. */
  relation: string | null;
  field: FieldRef;
  descending: boolean;
  nulls: 'first' | 'last' | null;
}

/** A read of one table: the root of a request, or an embedded table. */
export interface ReadNode {
  select: readonly SelectItem[];
  /** All of them must hold. */
  where: Condition[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number | null;
}

/** A whole query string. */
export interface RestQuery {
  root: ReadNode;
  /** Columns that a write may set; null: those of the body. */
  columns: readonly string[] | null;
  /** Columns of the unique key that identifies duplicates; null: the primary key. */
  onConflict: readonly string[] | null;
  /** Arguments of a function called with GET. */
  args: ReadonlyArray<readonly [name: string, value: string]>;
}
