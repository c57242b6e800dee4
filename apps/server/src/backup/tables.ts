import type pg from 'pg';
import type { Manifest } from './manifest.ts';

/** The text format of COPY depends on these settings, so writing and reading use the same ones. */
export const COPY_SETTINGS = `
  set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set client_encoding = 'UTF8';
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set extra_float_digits = 3;
  set bytea_output = 'hex';
  set search_path = ''`;

const OWN_SCHEMAS = `n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and not exists (
  select 1 from pg_catalog.pg_depend d
  where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/**
 * @returns the tables of the database with the columns that COPY writes; not the record of
 * migrations, which the manifest has
 */
export async function listTables(
  client: pg.ClientBase,
): Promise<Array<{ schema: string; name: string; columns: string[] }>> {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and ${OWN_SCHEMAS} and (n.nspname, c.relname) <> ('dragoman', 'migrations')
     order by 1, 2`,
  );
  return rows.filter(({ columns }) => columns !== null);
}

/** @returns how far each sequence is */
export async function readSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string; relation: string }>(
    `select n.nspname as schema, c.relname as name, c.oid::regclass::text as relation
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${OWN_SCHEMAS} order by 1, 2`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { schema, name, relation } of rows) {
    const state = await client.query(`select last_value::text as last, is_called as called from ${relation}`);
    sequences.push({ schema, name, ...state.rows[0] });
  }
  return sequences;
}

/** Reasons why rows cannot be loaded in any order. */
export interface LoadObstacles {
  /** Statements that remove them, and that put them back. */
  remove: string[];
  putBack: string[];
}

/**
 * Foreign keys and triggers. Both are restored after the rows, as by pg_restore: foreign keys then
 * check all rows. An owner who is no superuser may do this, other than switching off the triggers
 * of foreign keys.
 */
export async function loadObstacles(client: pg.ClientBase): Promise<LoadObstacles> {
  const foreignKeys = await client.query<{ relation: string; name: string; definition: string }>(
    `select k.conrelid::regclass::text as relation, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_catalog.pg_constraint k
     join pg_catalog.pg_class c on c.oid = k.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${OWN_SCHEMAS} order by 1, 2`,
  );
  const triggers = await client.query<{ relation: string; name: string; enable: string }>(
    `select t.tgrelid::regclass::text as relation, quote_ident(t.tgname) as name,
       case t.tgenabled when 'A' then 'enable always' when 'R' then 'enable replica' else 'enable' end as enable
     from pg_catalog.pg_trigger t
     join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${OWN_SCHEMAS} order by 1, 2`,
  );
  return {
    remove: [
      ...triggers.rows.map(({ relation, name }) => `alter table ${relation} disable trigger ${name}`),
      ...foreignKeys.rows.map(({ relation, name }) => `alter table ${relation} drop constraint ${name}`),
    ],
    putBack: [
      ...foreignKeys.rows.map(
        ({ relation, name, definition }) => `alter table ${relation} add constraint ${name} ${definition}`,
      ),
      ...triggers.rows.map(
        ({ relation, name, enable }) => `alter table ${relation} ${enable} trigger ${name}`,
      ),
    ],
  };
}
