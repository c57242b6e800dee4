import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@dragoman/supabase-server/db/embedded/launcher';
import pg from 'pg';
import { findProjectRoot } from '../../src/util/project-root.ts';

/** The roles of a hosted Supabase that sign in. */
export type HostedRole =
  | 'supabase_admin'
  | 'postgres'
  | 'authenticator'
  | 'supabase_auth_admin'
  | 'supabase_storage_admin';

/**
 * A PostgreSQL of its own with what a hosted Supabase brings: roles belong to the whole cluster.
 */
export interface HostedCluster {
  /** Connection string of the database for a role. */
  urlOf(role: HostedRole): string;
  /** Runs `work` on a connection of the role. */
  as<T>(role: HostedRole, work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts an embedded PostgreSQL in a temporary folder and makes a hosted Supabase's database of it
 * (platform.sql).
 * @param options.defaultGrants whether new objects in schema public are granted to the API roles,
 * as in older projects
 */
export async function startHostedCluster(options: { defaultGrants: boolean }): Promise<HostedCluster> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-hosted-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { password, pathname } = new URL(server.url);
    await renameSuperuser(server.url);
    const urlOf = (role: HostedRole) => {
      const url = new URL(server.url);
      url.username = role;
      return url.href;
    };
    const as: HostedCluster['as'] = async (role, work) => withClient(urlOf(role), work);
    const prepare = async (file: string) => {
      const text = await readFile(path.join(import.meta.dirname, file), 'utf8');
      const database = decodeURIComponent(pathname.slice(1));
      return text.replaceAll('{password}', decodeURIComponent(password)).replaceAll('{database}', database);
    };
    await as('supabase_admin', async (client) => {
      await client.query(await prepare('platform.sql'));
      if (options.defaultGrants) await client.query(await prepare('default-grants.sql'));
    });
    return { urlOf, as, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The superuser of a hosted Supabase is `supabase_admin`. A role cannot rename itself, so a second
 * superuser does.
 */
async function renameSuperuser(url: string): Promise<void> {
  const second = `second_${randomBytes(6).toString('hex')}`;
  await withClient(url, (client) =>
    client.query(
      `create role ${second} superuser login password '${decodeURIComponent(new URL(url).password)}'`,
    ),
  );
  const secondUrl = new URL(url);
  secondUrl.username = second;
  await withClient(secondUrl.href, (client) => client.query('alter role postgres rename to supabase_admin'));
  const renamed = new URL(url);
  renamed.username = 'supabase_admin';
  await withClient(renamed.href, (client) => client.query(`drop role ${second}`));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A file of supabase/migrations. */
export interface ProductMigration {
  version: string;
  name: string;
  statements: string[];
}

/** @returns the product's migrations in the order in which the Supabase CLI applies them */
export async function productMigrations(): Promise<ProductMigration[]> {
  const folder = path.join(findProjectRoot(), 'supabase/migrations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, version = '', name = ''] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? [];
      return { version, name, statements: statementsOf(await readFile(path.join(folder, file), 'utf8')) };
    }),
  );
}

/** Statements end with a semicolon at the end of a line, outside of `$$`. */
function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const line of sql.split(/\r?\n/)) {
    statement += `${line}\n`;
    const quoted = (statement.match(/\$\$/g)?.length ?? 0) % 2 === 1;
    if (!quoted && /;\s*(?:--.*)?$/.test(line)) {
      statements.push(statement.trim());
      statement = '';
    }
  }
  if (statement.replaceAll(/^--.*$/gm, '').trim() !== '') throw new Error(`No statement: ${statement}`);
  return statements;
}

/**
 * Applies migrations as `supabase db push` does: as the role `postgres`, each file in one
 * transaction, statement by statement, with a record in supabase_migrations.schema_migrations.
 * @returns the versions that the database lacked
 */
export async function pushMigrations(client: pg.Client): Promise<string[]> {
  await client.query('create schema if not exists supabase_migrations');
  await client.query(`create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text)`);
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const applied = new Set(rows.map(({ version }) => version));
  const fresh: string[] = [];
  for (const { version, name, statements } of await productMigrations()) {
    if (applied.has(version)) continue;
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      version,
      statements,
      name,
    ]);
    await client.query('commit');
    fresh.push(version);
  }
  return fresh;
}
