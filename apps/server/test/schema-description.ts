import type pg from 'pg';

/** Schemas of the platform, the server and the product. */
const ALL_SCHEMAS = [
  'auth',
  'dragoman',
  'dragoman_rest',
  'extensions',
  'graphql_public',
  'private',
  'public',
  'realtime',
  'storage',
];

/** The parameter of each query that looks at schemas. */
const SCHEMAS = `$1::regnamespace[]`;

/** Privileges in a fixed order; null where there are only the defaults. */
const acl = (column: string) =>
  `(select array_agg(concat(a.grantee::regrole, '=', a.privilege_type, a.is_grantable)
      order by a.grantee, a.privilege_type, a.is_grantable) from aclexplode(${column}) a)`;

const rowsOf = (relation: string) =>
  `select 'row of ${relation}' as kind, r.name, to_jsonb(r) - '{created_at,updated_at}'::text[] as definition from ${relation} r`;

/** Indexes have a query of their own. The migration runner's table is left out. */
const RELATIONS = `pg_class c where c.relnamespace = any (${SCHEMAS}) and c.relkind not in ('i', 'I')
  and c.oid is distinct from to_regclass('dragoman.migrations')`;

/** Each gives `kind`, `name` and `definition`, for every object of one kind. */
const QUERIES = [
  `select 'schema' as kind, n.nspname as name, jsonb_build_array(n.nspacl is null, ${acl('n.nspacl')}) as definition
   from pg_namespace n where n.oid = any (${SCHEMAS})`,
  `select 'relation' as kind, c.oid::regclass::text as name,
     jsonb_build_array(
       c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.reloptions,
       ${acl('c.relacl')}, obj_description(c.oid, 'pg_class')
     ) as definition
   from ${RELATIONS}`,
  `select 'column' as kind, concat(a.attrelid::regclass, '.', a.attname) as name,
     jsonb_build_array(
       -- Dropped columns leave gaps in attnum.
       (select count(*) from pg_attribute b
         where b.attrelid = a.attrelid and b.attnum between 1 and a.attnum and not b.attisdropped),
       format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated,
       a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid), ${acl('a.attacl')},
       col_description(a.attrelid, a.attnum)
     ) as definition
   from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attnum > 0 and not a.attisdropped and a.attrelid in (select c.oid from ${RELATIONS})`,
  `select 'constraint' as kind, concat(k.conrelid::regclass, '.', k.conname) as name,
     to_jsonb(pg_get_constraintdef(k.oid)) as definition
   from pg_constraint k where k.conrelid in (select c.oid from ${RELATIONS})`,
  `select 'index' as kind, i.indexrelid::regclass::text as name, to_jsonb(pg_get_indexdef(i.indexrelid)) as definition
   from pg_index i where i.indrelid in (select c.oid from ${RELATIONS})`,
  `select 'view' as kind, c.oid::regclass::text as name, to_jsonb(pg_get_viewdef(c.oid)) as definition
   from ${RELATIONS} and c.relkind in ('v', 'm')`,
  `select 'sequence' as kind, s.seqrelid::regclass::text as name, to_jsonb(s) - '{seqrelid}'::text[] as definition
   from pg_sequence s where s.seqrelid in (select c.oid from ${RELATIONS})`,
  `select 'function' as kind, p.oid::regprocedure::text as name,
     jsonb_build_array(pg_get_functiondef(p.oid), ${acl('p.proacl')}, obj_description(p.oid, 'pg_proc')) as definition
   from pg_proc p where p.pronamespace = any (${SCHEMAS})`,
  `select 'trigger' as kind, concat(t.tgrelid::regclass, '.', t.tgname) as name,
     jsonb_build_array(pg_get_triggerdef(t.oid), t.tgenabled) as definition
   from pg_trigger t where not t.tgisinternal and t.tgrelid in (select c.oid from ${RELATIONS})`,
  `select 'policy' as kind, concat(p.polrelid::regclass, '.', p.polname) as name,
     jsonb_build_array(
       p.polcmd, p.polpermissive, (select array_agg(r::regrole::text order by r) from unnest(p.polroles) r),
       pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
     ) as definition
   from pg_policy p where p.polrelid in (select c.oid from ${RELATIONS})`,
  `select 'publication' as kind, concat(p.pubname, '.', p.schemaname, '.', p.tablename) as name,
     jsonb_build_array(p.attnames, p.rowfilter) as definition
   from pg_publication_tables p`,
  `select 'default privileges' as kind, concat(d.defaclnamespace::regnamespace, '.', d.defaclobjtype) as name,
     to_jsonb(${acl('d.defaclacl')}) as definition
   from pg_default_acl d where d.defaclnamespace = any (${SCHEMAS})`,
  rowsOf('private.quotas'),
  rowsOf('storage.buckets'),
];

/**
 * Describes a database by its catalogue, as `pg_dump` would, which is not part of the embedded
 * PostgreSQL. The order of creation makes no difference; the order of columns does.
 * @param client connected as the owner
 * @param schemas that are described, with publications, quotas and buckets besides
 * @returns the definition of each object, by `kind name`
 */
export async function describeSchema(
  client: pg.Client,
  schemas: readonly string[] = ALL_SCHEMAS,
): Promise<Record<string, unknown>> {
  const objects: Record<string, unknown> = {};
  for (const query of QUERIES) {
    const { rows } = await client.query<{ kind: string; name: string; definition: unknown }>(
      query,
      query.includes(SCHEMAS) ? [`{${schemas.join(',')}}`] : [],
    );
    for (const { kind, name, definition } of rows) objects[`${kind} ${name}`] = definition;
  }
  return objects;
}
