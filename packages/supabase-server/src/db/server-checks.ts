import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * The PostgreSQL server or its database cannot hold the product; the message says what to change.
 */
export class UnsuitableDatabaseError extends Error {
  override readonly name = 'UnsuitableDatabaseError';
}

const OLDEST_VERSION = 150000;
const CONNECT_TIMEOUT_MS = 10_000;
/** A pooler that others use too may serve both connections properly for a while by chance. */
const POOLER_PROBES = 4;

/**
 * Looks at the server before anything is written: its version, the encoding and locale of the
 * database, whether its log carries row changes, whether a Supabase made it, and whether a
 * transaction pooler is in between.
 * @param url of the database
 * @throws {UnsuitableDatabaseError}
 */
export async function checkServer(url: string): Promise<void> {
  const [first, second] = [connection(url), connection(url)];
  try {
    await first.connect();
    await second.connect();
    await refusePooler(first, second);
    await checkDatabase(first);
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

function connection(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'dragoman-check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the query under way fails with it
  return client;
}

const POOLER =
  'DATABASE_URL leads through a pooler that gives each transaction another connection. LISTEN, on which live chats depend, does not ' +
  'work there. Use the address of PostgreSQL itself (usually port 5432), or a pooler in session mode (PgBouncer: pool_mode = session; ' +
  'Supabase: port 5432 of the pooler instead of 6543).';

/**
 * Two open connections of a PostgreSQL have one process each, and a connection keeps what was set
 * on it. Behind a transaction pooler, processes are lent for a transaction: both connections get
 * the same one, or one connection gets several.
 */
async function refusePooler(first: pg.Client, second: pg.Client): Promise<void> {
  const probe = randomBytes(8).toString('hex');
  try {
    await first.query(`set dragoman.probe = '${probe}'`);
    for (let count = 0; count < POOLER_PROBES; count += 1) {
      await second.query('begin');
      const [own, other] = [await lookAt(first), await lookAt(second)];
      await second.query('commit');
      if (own.pid === other.pid || own.probe !== probe || other.probe === probe)
        throw new UnsuitableDatabaseError(POOLER);
    }
    await first.query('reset dragoman.probe');
  } catch (error) {
    // PgBouncer in statement mode refuses transactions.
    if (error instanceof pg.DatabaseError && /statement pooling/.test(error.message))
      throw new UnsuitableDatabaseError(POOLER);
    throw error;
  }
}

async function lookAt(client: pg.Client): Promise<{ pid: number; probe: string | null }> {
  const { rows } = await client.query<{ pid: number; probe: string | null }>(
    `select pg_backend_pid() as pid, current_setting('dragoman.probe', true) as probe`,
  );
  return rows[0] as { pid: number; probe: string | null };
}

interface ServerSettings {
  version: number;
  encoding: string;
  walLevel: string;
}

async function checkDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<ServerSettings>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       current_setting('wal_level') as "walLevel"`,
  );
  const { version = 0, encoding = '', walLevel = '' } = rows[0] ?? {};
  if (version < OLDEST_VERSION) {
    throw new UnsuitableDatabaseError(
      `This is PostgreSQL ${Math.floor(version / 10_000)}. The product needs PostgreSQL 15 or newer.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new UnsuitableDatabaseError(
      `The encoding of the database is ${encoding}, which cannot hold every language. ${createAgain(version)}`,
    );
  }
  if (!(await foldsCase(client))) {
    throw new UnsuitableDatabaseError(
      `The locale of the database (C) tells capitals only in English, so that search would miss names in other languages. ` +
        createAgain(version),
    );
  }
  refuseWalLevel(walLevel);
  if (await hasForeignAuth(client)) {
    throw new UnsuitableDatabaseError(
      'The database has a schema auth that this server did not make, as the database of a Supabase project has. Supabase runs the services ' +
        'for a project itself: deploy to it as docs/hosted-supabase.md describes, or set DATABASE_URL to an empty database.',
    );
  }
}

/**
 * Whether the schema `auth` is there without our record of having made it, or belongs to a role of
 * Supabase. Roles alone say nothing, since they belong to the whole cluster.
 */
async function hasForeignAuth(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ foreign: boolean }>(
    `select to_regnamespace('auth') is not null and to_regclass('dragoman.migrations') is null or exists (
       select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'auth' and c.relname = 'users'
         and pg_catalog.pg_get_userbyid(c.relowner) in ('supabase_auth_admin', 'supabase_admin')) as "foreign"`,
  );
  return rows[0]?.foreign ?? false;
}

/** @throws {UnsuitableDatabaseError} unless logical replication is possible */
export function refuseWalLevel(walLevel: string): void {
  if (walLevel === 'logical') return;
  throw new UnsuitableDatabaseError(
    `The setting wal_level of this PostgreSQL is ${walLevel}. Live chats read the changes of rows from its log, which needs logical. ` +
      'Let a superuser run this, then restart PostgreSQL:\n\n  alter system set wal_level = logical;\n\n' +
      'Managed services have a setting of their own for it: see "The database server" in docs/operations.md.',
  );
}

async function foldsCase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ folds: boolean }>(`select lower('ÉД') = 'éд' as folds`);
  return rows[0]?.folds ?? false;
}

function createAgain(version: number): string {
  const locale =
    version >= 170000
      ? `locale_provider builtin builtin_locale 'C.UTF-8'`
      : `lc_collate 'C' lc_ctype 'C.UTF-8'`;
  return `Create a database with: create database dragoman template template0 encoding 'UTF8' ${locale};`;
}
