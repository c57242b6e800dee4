import pg from 'pg';
import type { DatabaseHook } from '../../config/auth-hooks.ts';
import { ConfigError } from '../../config/config-error.ts';
import type { Queryable } from '../../db/database.ts';

/** The role as which the auth service of a Supabase runs hooks. */
export const HOOK_ROLE = 'supabase_auth_admin';

interface Found {
  account: string;
  function_exists: boolean;
  role_exists: boolean;
  may_switch: boolean | null;
  may_use_schema: boolean | null;
  may_execute: boolean | null;
}

/** PostgreSQL 16 tells switching to a role from inheriting from it. */
const LOOK = `
  select session_user::text as account, f.oid is not null as function_exists, r.oid is not null as role_exists,
    pg_has_role(session_user, r.oid,
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may_switch,
    has_schema_privilege(r.oid, to_regnamespace(quote_ident($1))::oid, 'usage') as may_use_schema,
    has_function_privilege(r.oid, f.oid, 'execute') as may_execute
  from (select to_regprocedure(format('%I.%I(jsonb)', $1::text, $2::text))::oid as oid) f,
    (select to_regrole($3)::oid as oid) r`;

/**
 * Verifies at the start that the auth service can run a hook.
 * @param variable the setting that names the hook
 * @throws {ConfigError} with the SQL that sets up what is missing
 */
export async function checkHook(
  db: Pick<Queryable, 'query'>,
  variable: string,
  { schema, name }: DatabaseHook,
): Promise<void> {
  const [found] = await db.query<Found>(LOOK, [schema, name, HOOK_ROLE]);
  if (!found) throw new Error('The database did not answer about a hook');
  const quoted = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  if (!found.function_exists) {
    throw new ConfigError([
      `${variable} names the function ${quoted}(jsonb), which the database does not have. Create it, or leave the setting out`,
    ]);
  }
  const statements = [
    ...(found.role_exists ? [] : [`create role ${HOOK_ROLE} nologin noinherit`]),
    ...(found.may_switch ? [] : [`grant ${HOOK_ROLE} to ${pg.escapeIdentifier(found.account)}`]),
    ...(found.may_use_schema ? [] : [`grant usage on schema ${pg.escapeIdentifier(schema)} to ${HOOK_ROLE}`]),
    ...(found.may_execute ? [] : [`grant execute on function ${quoted}(jsonb) to ${HOOK_ROLE}`]),
  ];
  if (statements.length === 0) return;
  const sql = statements.map((statement) => `    ${statement};`).join('\n');
  throw new ConfigError([
    `${variable} names a hook that the server runs as the role ${HOOK_ROLE}, which lacks privileges. Run this SQL as a superuser, then start again:\n${sql}`,
  ]);
}
