import pg from 'pg';
import { SUPABASE_ROLES } from './supabase-defaults.ts';

/** The roles of nearly all callers: known to be harmless without a look. */
const API_ROLES: ReadonlySet<string> = new Set(['anon', 'authenticated', 'service_role']);

/**
 * Finds the roles that no token may name although this process could assume them: an owner of the
 * tables, or a role that may become the owner, bypasses row-level security, and PostgreSQL's own
 * `pg_…` roles reach beyond the tables. Supabase connects as a role that belongs to none of them,
 * nor to those of its services; ours is the owner.
 * @returns those of `roles`; PostgreSQL itself refuses one that does not exist
 */
export async function forbiddenRoles(
  pool: Pick<pg.Pool, 'query'>,
  roles: readonly string[],
): Promise<ReadonlySet<string>> {
  const others = [...new Set(roles)].filter((role) => !API_ROLES.has(role));
  if (others.length === 0) return NONE;
  const { rows } = await pool.query<{ rolname: string }>(
    `select rolname from pg_catalog.pg_roles
     where rolname = any ($1)
       and (rolname ~ '^pg_' or rolname = any ($2) or pg_has_role(rolname, session_user, 'member'))
     union all select name from unnest($1) name where lower(name) = 'none'`,
    [others, SUPABASE_ROLES],
  );
  return new Set(rows.map(({ rolname }) => rolname));
}

/** The error that PostgreSQL gives a connection that may not switch to the role. */
export function roleRefused(role: string): pg.DatabaseError {
  const message = `permission denied to set role "${role}"`;
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
    severity: 'ERROR',
    code: '42501',
  });
}

const NONE: ReadonlySet<string> = new Set();

/** Checks whether the role is one of the API roles, for which no asynchronous check is needed. */
export function isApiRole(role: string): boolean {
  return API_ROLES.has(role);
}
