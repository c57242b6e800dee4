import { DatabaseAccountError } from '@dragoman/supabase-server/db/api-roles';
import { migrate } from '@dragoman/supabase-server/db/migrate';
import { SUPABASE_ROLES } from '@dragoman/supabase-server/db/supabase-defaults';
import { hasBundledPostgres } from '@dragoman/supabase-server/test/embedded/support';
import { createLogger, type Logger } from '@dragoman/supabase-server/util/logger';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { productMigrations } from '../../src/database/migrations.ts';
import { findProjectRoot } from '../../src/util/project-root.ts';
import { startTestServer } from '../harness.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';
import { expectSupabaseProject, startSupabaseProject } from './supabase-project.ts';

let cluster: OwnCluster;
let url: string;

/** Creates an account with the given attributes and a database that it owns. */
async function ownerWith(attributes: string): Promise<void> {
  await cluster.run(
    `create role fair login password 'fair' ${attributes}`,
    'create database fair owner fair template template0',
  );
  url = cluster.urlOf({ database: 'fair', user: 'fair', password: 'fair' });
}

const start = () => migrate({ url, sets: productMigrations(findProjectRoot()), log: createLogger('fatal') });

/** The SQL for roles of Supabase that the log of a start shows. */
async function rolesToCreate(): Promise<string[]> {
  const shown: string[] = [];
  const log = {
    ...createLogger('fatal'),
    info: ({ statements }: { statements?: string[] }, line: string) => {
      if (line.includes('missing')) shown.push(...(statements ?? []));
    },
  } as unknown as Logger;
  await migrate({ url, sets: productMigrations(findProjectRoot()), log });
  return shown;
}

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
      `drop role if exists anon, authenticated, service_role, ${SUPABASE_ROLES.join(', ')}`,
    ),
  );

  it('may be a superuser', async () => {
    await ownerWith('superuser');
    await start();
    await expectService();
  });

  it('may be an owner with CREATEROLE, BYPASSRLS and REPLICATION', async () => {
    await ownerWith('createrole bypassrls replication');
    // Before 16 a superuser alone gives BYPASSRLS: the account is refused like a plain owner.
    if ((await cluster.version()) < 16) await cluster.run(sqlOf(await refusal()));
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
        '  alter role "fair" replication;',
      ].join('\n'),
    );
    await cluster.run(sqlOf(message));
    await start();
    await expectService();
  });

  it.each(['superuser', 'createrole bypassrls replication', ''])(
    'runs SQL written for Supabase with the attributes "%s"',
    async (attributes) => {
      await ownerWith(attributes);
      const refused = attributes === '' || (attributes !== 'superuser' && (await cluster.version()) < 16);
      if (refused) {
        // A plain owner creates no role: the log has the SQL for a DBA.
        await cluster.run(sqlOf(await refusal()));
        await cluster.run(...(await rolesToCreate()));
      }
      const server = await startSupabaseProject(url);
      try {
        await expectSupabaseProject(server);
        expect(await rolesToCreate()).toEqual([]);
      } finally {
        await server.stop();
      }
    },
  );

  it('serves without the roles that only SQL written for Supabase needs', async () => {
    await ownerWith('');
    await cluster.run(sqlOf(await refusal()));
    expect(await rolesToCreate()).toEqual(
      SUPABASE_ROLES.map((name) => `create role ${name} nologin noinherit`),
    );
    await expectService();
  });

  it('is told how a DBA has PostgREST ask for second factors, where it is used and the account may not set it up', async () => {
    await ownerWith('');
    await cluster.run(sqlOf(await refusal()), `create role authenticator login noinherit`);
    const message = await refusal();
    expect(message).toContain('PostgREST would not ask for second factors');
    expect(sqlOf(message)).toBe(
      `  alter role authenticator in database fair set pgrst.db_pre_request = 'private.require_second_factor';`,
    );
    await cluster.run(sqlOf(message));
    await start();
  });

  it('keeps a search path that was set for it, and gets the schema of extensions else', async () => {
    await ownerWith('superuser');
    await start();
    const searchPath = async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ search_path: string }>('show search_path');
      await client.end();
      return rows[0]?.search_path;
    };
    expect(await searchPath()).toBe('"$user", public, extensions');
    await cluster.run('alter role fair in database fair set search_path = public');
    await start();
    expect(await searchPath()).toBe('public');
  });

  it('is told what alone is missing: the membership in one role, and that service_role passes row-level security', async () => {
    await ownerWith('replication');
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

  it('is told that it may not read the log of changes', async () => {
    await ownerWith('createrole bypassrls');
    if ((await cluster.version()) < 16) return;
    expect(sqlOf(await refusal())).toContain('  alter role "fair" replication;');
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
    // A dump restored without the roles lacks every privilege and policy that names them.
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
