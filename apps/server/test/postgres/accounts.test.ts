import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { productMigrations } from '../../src/database/migrations.ts';
import { DatabaseAccountError } from '../../src/db/api-roles.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLogger } from '../../src/util/logger.ts';
import { findProjectRoot } from '../../src/util/project-root.ts';
import { hasBundledPostgres } from '../embedded/support.ts';
import { startTestServer } from '../harness.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';

let cluster: OwnCluster;
let url: string;

/** Gives an account of the given attributes a database of its own. */
async function ownerWith(attributes: string): Promise<void> {
  await cluster.run(
    `create role fair login password 'fair' ${attributes}`,
    'create database fair owner fair template template0',
  );
  url = cluster.urlOf({ database: 'fair', user: 'fair', password: 'fair' });
}

const start = () => migrate({ url, sets: productMigrations(findProjectRoot()), log: createLogger('fatal') });

async function refusal(): Promise<string> {
  const error = await start().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DatabaseAccountError);
  return (error as Error).message;
}

/** The SQL that a message shows, as a DBA would run it. */
const sqlOf = (message: string) => message.match(/^ {2}.*;$/gm)?.join('\n') ?? '';

/** Signs up, writes and reads as each of the three API roles. */
async function expectService(): Promise<void> {
  const server = await startTestServer({ DATABASE_URL: url });
  try {
    const ready = await fetch(`${server.url}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ready' });
    const person = await server.person({ role: 'vendor', name: 'Mira' });
    const own = await person.client.from('profiles').select('name').eq('id', person.profileId).single();
    expect(own.data).toEqual({ name: 'Mira' });
    const byKey = await server
      .client(server.ctx.apiKeys.secret)
      .from('profiles')
      .select('name')
      .eq('id', person.profileId);
    expect(byKey.data).toEqual([{ name: 'Mira' }]);
    const stranger = await server.client().from('profiles').select('name');
    expect(stranger.data ?? []).toEqual([]);
  } finally {
    await server.stop();
  }
}

describe.runIf(hasBundledPostgres)('the account in DATABASE_URL', () => {
  beforeAll(async () => {
    cluster = await startOwnCluster();
  });
  afterAll(() => cluster.stop());
  afterEach(() =>
    cluster.run(
      'drop database if exists fair with (force)',
      'drop role if exists fair',
      'drop role if exists anon, authenticated, service_role',
    ),
  );

  it('may be a superuser', async () => {
    await ownerWith('superuser');
    await start();
    await expectService();
  });

  it('may be an owner with CREATEROLE and BYPASSRLS', async () => {
    await ownerWith('createrole bypassrls');
    await start();
    await expectService();
  });

  it('may be a plain owner where a DBA has run the SQL of the message', async () => {
    await ownerWith('');
    const message = await refusal();
    expect(message).toContain('Let a superuser run this once');
    expect(sqlOf(message)).toBe(
      [
        '  create role anon nologin noinherit;',
        '  create role authenticated nologin noinherit;',
        '  create role service_role nologin noinherit bypassrls;',
        '  grant anon, authenticated, service_role to "fair";',
      ].join('\n'),
    );
    await cluster.run(sqlOf(message));
    await start();
    await expectService();
  });

  it('is told what alone is missing: the membership in one role, and that service_role passes row-level security', async () => {
    await ownerWith('');
    await cluster.run(
      'create role anon nologin',
      'create role authenticated nologin',
      'create role service_role nologin',
      'grant anon, authenticated to fair',
    );
    expect(sqlOf(await refusal())).toBe(
      '  alter role service_role bypassrls;\n  grant service_role to "fair";',
    );
  });

  it('changes nothing before it is refused', async () => {
    await ownerWith('createrole');
    await refusal();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      `select rolname from pg_roles where rolname in ('anon', 'authenticated', 'service_role')
       union all select nspname from pg_namespace where nspname in ('dragoman', 'auth')`,
    );
    await client.end();
    expect(rows).toEqual([]);
  });

  it('cannot serve a database that was restored without its roles, and is told to restore again', async () => {
    await ownerWith('superuser');
    await start();
    // What a restored dump lacks where the roles do not exist: every privilege and policy that names them.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('drop owned by anon, authenticated, service_role');
    await client.query('drop role anon, authenticated, service_role');
    await client.end();
    expect(await refusal()).toMatch(
      /privileges of the roles.*First let a superuser run.*create role anon.*Restore the dump once more/s,
    );

    // The roles alone do not help: they may come from another database of the cluster.
    await cluster.run(
      'create role anon nologin',
      'create role authenticated nologin',
      'create role service_role nologin bypassrls',
    );
    const message = await refusal();
    expect(message).toContain('Restore the dump once more into an empty database');
    expect(message).not.toContain('superuser run');
  });

  it('is not ready while a role or its privileges are gone', async () => {
    await ownerWith('');
    await cluster.run(sqlOf(await refusal()));
    const server = await startTestServer({ DATABASE_URL: url });
    const readiness = async () => {
      const answer = await fetch(`${server.url}/readyz`);
      return [answer.status, ((await answer.json()) as { status: string }).status];
    };
    try {
      expect(await readiness()).toEqual([200, 'ready']);
      await cluster.run('revoke anon from fair');
      expect(await readiness()).toEqual([503, 'database roles not granted to the account']);
      await cluster.run('grant anon to fair');
      await server.sql('revoke usage on schema storage from authenticated');
      expect(await readiness()).toEqual([503, 'database privileges missing']);
      await server.sql('grant usage on schema storage to authenticated');
      await cluster.run('alter role anon rename to anon_before');
      expect(await readiness()).toEqual([503, 'database roles missing']);
    } finally {
      await server.stop();
      await cluster.run('alter role anon_before rename to anon');
    }
  });
});
