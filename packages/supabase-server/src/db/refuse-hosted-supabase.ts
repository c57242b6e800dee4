import pg from 'pg';

/**
 * DATABASE_URL names the database of a Supabase project, whose services do the work of this server.
 */
export class HostedSupabaseError extends Error {
  override readonly name = 'HostedSupabaseError';
}

const ADVICE =
  'DATABASE_URL names the database of a Supabase project. Supabase runs the services for it itself, so this server ' +
  'cannot sign in its users. Deploy to the project instead, as docs/hosted-supabase.md describes, or set DATABASE_URL ' +
  'to a PostgreSQL database without Supabase.';

/**
 * SQL with a row where the database is a Supabase project's. Roles say nothing, since they belong
 * to the whole cluster.
 */
export const SUPABASE_DATABASE = `
  select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'auth' and c.relname = 'users'
    and pg_catalog.pg_get_userbyid(c.relowner) in ('supabase_auth_admin', 'supabase_admin')`;

/**
 * Refuses the database of a Supabase project before anything is written to it. It is known by its
 * schema `auth`, which belongs to roles of Supabase.
 * @param url of the database
 * @throws HostedSupabaseError when the database is a Supabase project's
 * @throws when the database cannot be reached
 */
export async function refuseHostedSupabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'dragoman-start' });
  await client.connect();
  try {
    const { rows } = await client.query(SUPABASE_DATABASE);
    if (rows.length > 0) throw new HostedSupabaseError(ADVICE);
  } finally {
    await client.end();
  }
}
