import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';

/** The published tables, as the change feed knows them. */

export interface LiveColumn {
  name: string;
  /** `pg_type.typname`, by which clients cast (supabase-protocol 4.4). */
  type: string;
  /** The same for the base type of a domain. */
  baseType: string;
  /** The type's name in an SQL cast. */
  sqlType: string;
}

export interface LiveTable {
  oid: number;
  schema: string;
  name: string;
  columns: readonly LiveColumn[];
  /** The primary key; empty without one. */
  key: readonly LiveColumn[];
  rowSecurity: boolean;
  /** Whether the publication has all of the table's columns. */
  wholePublished: boolean;
}

/** The table's SELECT policies for a role, as one condition. */
export interface SelectPolicy {
  /** SQL text: a condition on a row that has the table's name. */
  condition: string;
  /** The columns that the condition looks at. */
  columns: ReadonlySet<string> | 'all';
}

/** A role's read permissions on a table. */
export interface TableRights {
  /** The right to the whole table: also to columns that were added a moment ago. */
  whole: boolean;
  columns: ReadonlySet<string>;
  /** Null when row-level security does not apply to the role. */
  policy: SelectPolicy | null;
}

/** The published tables at one moment. */
export interface CatalogSnapshot {
  table(schema: string, name: string): LiveTable | undefined;
  /** @param schema, name `*` means any */
  matching(schema: string, name: string): LiveTable[];
  /** The rights of a role, read once per snapshot; a role that does not exist has no rights. */
  rights(role: string): Promise<(table: LiveTable) => TableRights>;
}

export interface Catalog {
  /** A snapshot of at most {@link MAX_AGE_MS}. @throws when the database cannot be asked */
  current(): Promise<CatalogSnapshot>;
  /**
   * A new snapshot, for a caller that saw something the current one lacks; at most one in {@link
   * REFRESH_EVERY_MS}.
   */
  refresh(): Promise<CatalogSnapshot>;
  /**
   * A snapshot that begins after it was asked for, at most one in {@link RENEW_EVERY_MS}: for a
   * caller that knows that the database has changed.
   */
  renew(): Promise<CatalogSnapshot>;
  /** The current snapshot is out of date: the next caller takes a new one. */
  expire(): void;
}

/**
 * A changed right, column or publication takes effect within this time. Rows are asked of row-level
 * security each time.
 */
const MAX_AGE_MS = 30_000;
/** Subscriptions to unpublished tables must not keep the database busy. */
const RENEW_EVERY_MS = 1_000;
const REFRESH_EVERY_MS = 1_000;

/** A table of this publication is live, as on Supabase. */
export const PUBLICATION = 'supabase_realtime';

/** Rights of a role that cannot see the table at all. */
export const NO_RIGHTS: TableRights = {
  whole: false,
  columns: new Set(),
  policy: { condition: 'false', columns: new Set() },
};

const PUBLISHED = `pg_publication_tables p
  join pg_namespace n on n.nspname = p.schemaname
  join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename`;

/** Columns and keys that are not published are unknown to the feed. */
const TABLES = `
  select c.oid, n.nspname as schema, c.relname as name, c.relrowsecurity as "rowSecurity",
    (select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', t.typname, 'baseType', coalesce(b.typname, t.typname),
        'sqlType', format_type(a.atttypid, null)) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      left join pg_type b on b.oid = t.typbasetype and t.typtype = 'd'
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname = any (p.attnames)) as columns,
    (select coalesce(jsonb_agg(a.attname order by a.attnum), '[]')
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key,
    (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
      = cardinality(p.attnames) as "wholePublished"
  from ${PUBLISHED} where p.pubname = $1`;

/** A condition that uses the row as a whole depends on no column in the catalogue. */
const RIGHTS = `
  select c.oid, has_table_privilege(r.oid, c.oid, 'select') as whole,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(r.oid, c.oid, a.attnum, 'select')) as columns,
    c.relrowsecurity and not (r.rolbypassrls or r.rolsuper) as restricted,
    array(select jsonb_build_object('permissive', o.polpermissive, 'condition', pg_get_expr(o.polqual, o.polrelid),
        'columns', array(select a.attname from pg_depend d
          join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
          where d.classid = 'pg_policy'::regclass and d.objid = o.oid
            and d.refclassid = 'pg_class'::regclass and d.refobjid = o.polrelid and a.attnum > 0))
      from pg_policy o
      where o.polrelid = c.oid and o.polcmd in ('r', '*') and o.polqual is not null
        and (0 = any (o.polroles)
          or exists (select from unnest(o.polroles) m where pg_has_role(r.oid, m, 'usage')))) as policies
  from pg_roles r, ${PUBLISHED}
  where r.rolname = $1 and p.pubname = $2 and has_schema_privilege(r.oid, n.oid, 'usage')`;

/** Names a table in maps: no identifier holds the separator. */
export function tableId(schema: string, name: string): string {
  return `${schema}\n${name}`;
}

export function createCatalog(db: Database): Catalog {
  let taken: { at: number; snapshot: Promise<CatalogSnapshot> } | null = null;
  /** The next renewal, which has not begun; concurrent callers share it. */
  let planned: Promise<CatalogSnapshot> | null = null;
  let renewed = Number.NEGATIVE_INFINITY;

  function take(): Promise<CatalogSnapshot> {
    const snapshot = takeSnapshot(db);
    const entry = { at: performance.now(), snapshot };
    taken = entry;
    // A failure is not kept: the next caller asks again.
    snapshot.catch(() => {
      if (taken === entry) taken = null;
    });
    return snapshot;
  }

  function noOlderThan(ageMs: number): Promise<CatalogSnapshot> {
    return taken && performance.now() - taken.at < ageMs ? taken.snapshot : take();
  }

  return {
    current: () => noOlderThan(MAX_AGE_MS),
    refresh: () => noOlderThan(REFRESH_EVERY_MS),
    renew() {
      planned ??= delay(Math.max(0, renewed + RENEW_EVERY_MS - performance.now())).then(() => {
        planned = null;
        renewed = performance.now();
        return take();
      });
      return planned;
    },
    expire() {
      taken = null;
    },
  };
}

async function takeSnapshot(db: Database): Promise<CatalogSnapshot> {
  const rows = await db.query<Omit<LiveTable, 'key'> & { key: string[] }>(TABLES, [PUBLICATION]);
  const tables = new Map(
    rows.map((row): [string, LiveTable] => [tableId(row.schema, row.name), { ...row, key: keyColumns(row) }]),
  );
  const rightsByRole = new Map<string, Promise<(table: LiveTable) => TableRights>>();
  return {
    table: (schema, name) => tables.get(tableId(schema, name)),
    matching: (schema, name) =>
      [...tables.values()].filter(
        (table) => (schema === '*' || schema === table.schema) && (name === '*' || name === table.name),
      ),
    rights(role) {
      let rights = rightsByRole.get(role);
      if (!rights) {
        rights = readRights(db, role);
        rightsByRole.set(role, rights);
        rights.catch(() => rightsByRole.delete(role));
      }
      return rights;
    },
  };
}

/** Empty when a part of the key is not published. */
function keyColumns({ columns, key }: { columns: readonly LiveColumn[]; key: string[] }): LiveColumn[] {
  const found = columns.filter(({ name }) => key.includes(name));
  return found.length === key.length ? found : [];
}

interface PolicyRow {
  permissive: boolean;
  condition: string;
  columns: string[];
}

interface RightsRow {
  oid: number;
  whole: boolean;
  columns: string[];
  restricted: boolean;
  policies: PolicyRow[];
}

async function readRights(db: Database, role: string): Promise<(table: LiveTable) => TableRights> {
  const rows = await db.transaction(async (tx) => {
    // Without a search path PostgreSQL prints policies with qualified names.
    await tx.query(`select set_config('search_path', '', true)`);
    return tx.query<RightsRow>(RIGHTS, [role, PUBLICATION]);
  });
  const byTable = new Map(
    rows.map(({ oid, whole, columns, restricted, policies }): [number, TableRights] => [
      oid,
      { whole, columns: new Set(columns), policy: restricted ? selectPolicy(policies) : null },
    ]),
  );
  return (table) => byTable.get(table.oid) ?? NO_RIGHTS;
}

/** A row passes one permissive policy and all restrictive ones, as in PostgreSQL. */
function selectPolicy(policies: readonly PolicyRow[]): SelectPolicy {
  const conditions = (permissive: boolean) =>
    policies.filter((policy) => policy.permissive === permissive).map(({ condition }) => `(${condition})`);
  const permissive = conditions(true);
  const anyOf = permissive.length === 0 ? 'false' : `(${permissive.join(' or ')})`;
  const condition = [anyOf, ...conditions(false)].join(' and ');
  // PostgreSQL prints a whole row as `table.*`.
  const wholeRow = condition.includes('.*');
  return { condition, columns: wholeRow ? 'all' : new Set(policies.flatMap(({ columns }) => columns)) };
}
