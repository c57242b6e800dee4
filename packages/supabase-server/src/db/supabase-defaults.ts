import type pg from 'pg';
import type { Logger } from '../util/logger.ts';

/**
 * Roles of Supabase's services and people that SQL written for Supabase names:
 * `grant ... to supabase_auth_admin`, `alter role authenticator set ...`. Nothing signs in as them
 * and they may do nothing, until such SQL grants them something. A role `postgres` is not among
 * them: a cluster's own DBA may have that name.
 */
export const SUPABASE_ROLES: readonly string[] = [
  'authenticator',
  'dashboard_user',
  'supabase_admin',
  'supabase_auth_admin',
  'supabase_realtime_admin',
  'supabase_storage_admin',
];

/**
 * Sets up the parts of the cluster and the account that SQL written for Supabase expects and no
 * dump contains: the roles, and a search path with the schema of extensions for the account's own
 * connections. The product works without: what the account may not do, a line in the log shows as
 * SQL for a DBA.
 * @param client in a transaction
 */
export async function ensureSupabaseDefaults(client: pg.Client, log: Logger): Promise<void> {
  await ensureRoles(client, log);
  await ensureSearchPath(client);
}

async function ensureRoles(client: pg.Client, log: Logger): Promise<void> {
  const { rows } = await client.query<{ name: string; creates: boolean }>(
    `select name, (select a.rolsuper or a.rolcreaterole from pg_catalog.pg_roles a where a.rolname = current_user) as creates
     from unnest($1::text[]) name where not exists (select from pg_catalog.pg_roles r where r.rolname = name) order by name`,
    [SUPABASE_ROLES],
  );
  const statements = rows.map(({ name }) => `create role ${name} nologin noinherit`);
  if (statements.length === 0) return;
  if (rows[0]?.creates) {
    for (const statement of statements) await client.query(statement);
    log.debug({ statements }, 'database roles of Supabase set up');
  } else {
    log.info(
      { statements },
      'roles that SQL written for Supabase names are missing; where it is used, a superuser must create them',
    );
  }
}

/** A search path that was set for the account or the database stays. */
async function ensureSearchPath(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter role %I in database %I set search_path = "$user", public, extensions', current_user, current_database())
       as statement
     where not exists (
       select from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) setting
       where s.setrole in (0, current_user::regrole)
         and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = current_database()))
         and setting like 'search\\_path=%')`,
  );
  for (const { statement } of rows) await client.query(statement);
}
