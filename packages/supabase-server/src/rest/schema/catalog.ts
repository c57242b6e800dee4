import type { Database } from '../../db/database.ts';

// The rows that the schema cache is built from. Object ids fit into numbers.

export interface TypeRow {
  oid: number;
  schema: string;
  name: string;
  /** b base, c composite, d domain, e enum, p pseudo, r range, m multirange. */
  kind: string;
  base: number;
  array: number;
  /** The type's name in PostgreSQL's messages. */
  shown: string;
}

export interface ColumnRow {
  name: string;
  number: number;
  type: number;
  default: string | null;
}

export interface RelationRow {
  oid: number;
  schema: string;
  name: string;
  /** r table, p partitioned, v view, m materialized view, f foreign table, c composite type. */
  kind: string;
  /** The type of its rows. */
  type: number;
  /**
   * The allowed changes of its rows, as `pg_relation_is_updatable` returns them: the sum of 4
   * update, 8 insert, 16 delete.
   */
  events: number;
  columns: ColumnRow[];
}

/** A default of a table's column, also of tables that are not exposed themselves. */
export interface DefaultRow {
  table: number;
  column: number;
  sql: string;
}

export interface UniqueKeyRow {
  relation: number;
  primary: boolean;
  columns: number[];
}

export interface ForeignKeyRow {
  name: string;
  source: number;
  target: number;
  sourceColumns: number[];
  targetColumns: number[];
}

export interface FunctionRow {
  schema: string;
  name: string;
  argNames: string[] | null;
  argTypes: number[];
  /** i in, o out, b both, v variadic, t table; null: all in. */
  argModes: string[] | null;
  defaults: number;
  returns: number;
  returnsSet: boolean;
  /** The declared estimate of returned rows. */
  rows: number;
  volatility: 'i' | 's' | 'v';
}

export interface ViewRow {
  view: number;
  /** The view's query as PostgreSQL keeps it. */
  rule: string;
}

export interface CatalogRows {
  types: TypeRow[];
  relations: RelationRow[];
  views: ViewRow[];
  defaults: DefaultRow[];
  uniqueKeys: UniqueKeyRow[];
  foreignKeys: ForeignKeyRow[];
  functions: FunctionRow[];
}

const TYPES = `
  select t.oid, n.nspname as schema, t.typname as name, t.typtype as kind, t.typbasetype as base, t.typarray as array,
    format_type(t.oid, null) as shown
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where n.nspname not like 'pg\\_toast%'`;

// Composite types come along when a function of the schemas returns them, wherever they live.
const RELATIONS = `
  select c.oid, n.nspname as schema, c.relname as name, c.relkind as kind, c.reltype as type,
    pg_relation_is_updatable(c.oid, true) as events,
    coalesce((
      select json_agg(json_build_object(
        'name', a.attname,
        'number', a.attnum,
        'type', a.atttypid::int8,
        'default', case
          when a.attidentity = 'd' then format('nextval(%L::regclass)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
          when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
        end
      ) order by a.attnum)
      from pg_catalog.pg_attribute a
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]') as columns
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where (n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition)
    or c.oid in (
      select t.typrelid from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace pn on pn.oid = p.pronamespace
      join pg_catalog.pg_type t on t.oid = p.prorettype
      where pn.nspname = any ($1) and t.typrelid <> 0)`;

// Keys of all schemas: an exposed view may show a table that is not exposed itself.
const USER_SCHEMA = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%'`;

// Like PostgREST, follows columns only through views of exposed schemas: what loads here also loads
// on a hosted Supabase (docs/adr/0061).
const VIEWS = `
  select r.ev_class as view, r.ev_action::text as rule
  from pg_catalog.pg_rewrite r
  join pg_catalog.pg_class c on c.oid = r.ev_class
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('v', 'm') and r.ev_type = '1' and n.nspname = any ($1)`;

// Rows that come through a view have the defaults of its table.
const DEFAULTS = `
  select a.attrelid as table, a.attnum as column, case
      when a.attidentity = 'd' then format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      else pg_get_expr(d.adbin, d.adrelid)
    end as sql
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where ${USER_SCHEMA} and c.relkind in ('r', 'p', 'f') and not a.attisdropped and a.attgenerated = ''
    and (a.attidentity = 'd' or d.adbin is not null)`;

// Partial indexes and indexes on expressions make nothing unique as a whole.
const UNIQUE_KEYS = `
  select i.indrelid as relation, i.indisprimary as primary,
    (select array_agg(k.attnum order by k.place)
      from unnest(i.indkey::int2[]) with ordinality k (attnum, place) where k.place <= i.indnkeyatts) as columns
  from pg_catalog.pg_index i
  join pg_catalog.pg_class c on c.oid = i.indrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${USER_SCHEMA} and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null`;

const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid as source, k.confrelid as target,
    k.conkey as "sourceColumns", k.confkey as "targetColumns"
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${USER_SCHEMA} and k.contype = 'f' and k.conparentid = 0
  order by k.conname`;

const FUNCTIONS = `
  select n.nspname as schema, p.proname as name, p.proargnames as "argNames",
    to_json(coalesce(p.proallargtypes, p.proargtypes::oid[])::int8[]) as "argTypes", p.proargmodes::text[] as "argModes",
    p.pronargdefaults as defaults, p.prorettype as returns, p.proretset as "returnsSet", p.prorows as rows, p.provolatile as volatility
  from pg_catalog.pg_proc p
  join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  join pg_catalog.pg_type t on t.oid = p.prorettype
  where n.nspname = any ($1) and p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger', 'internal')
  order by p.oid`;

/** Reads what pg_catalog says of the exposed schemas, all of it as of one moment. */
export async function readCatalog(db: Database, schemas: readonly string[]): Promise<CatalogRows> {
  return db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const [types, relations, views, defaults, uniqueKeys, foreignKeys, functions] = await Promise.all([
      tx.query<TypeRow>(TYPES),
      tx.query<RelationRow>(RELATIONS, [schemas]),
      tx.query<ViewRow>(VIEWS, [schemas]),
      tx.query<DefaultRow>(DEFAULTS),
      tx.query<UniqueKeyRow>(UNIQUE_KEYS),
      tx.query<ForeignKeyRow>(FOREIGN_KEYS),
      tx.query<FunctionRow>(FUNCTIONS, [schemas]),
    ]);
    return { types, relations, views, defaults, uniqueKeys, foreignKeys, functions };
  });
}
