import { randomUUID } from 'node:crypto';
import { hasBundledPostgres } from '@dragoman/supabase-server/test/embedded/support';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { buildContext } from '../../src/context.ts';
import { createDatabase } from '../harness.ts';
import { describeSchema } from '../schema-description.ts';
import {
  type HostedCluster,
  productMigrations,
  pushMigrations,
  startHostedCluster,
} from './hosted-cluster.ts';

const PRODUCT = ['private', 'public'];

/**
 * Objects that the platform creates: the schema public itself and its default privileges, columns of
 * buckets.
 */
const isOfPlatform = (name: string) =>
  /^schema public$|^default privileges |^row of storage\.buckets/.test(name);

/** The product's objects with their definitions and privileges. */
async function describeProduct(client: pg.Client): Promise<Record<string, unknown>> {
  const all = await describeSchema(client, PRODUCT);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isOfPlatform(name)));
}

/** All but constraints: one without a name of its own can be added twice, and grants nothing. */
async function describeGrants(client: pg.Client): Promise<Record<string, unknown>> {
  const all = await describeProduct(client);
  return Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('constraint ')));
}

/** The same of a database that this server has migrated. */
async function describeOwnProduct(): Promise<Record<string, unknown>> {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await describeProduct(client);
  } finally {
    await client.end();
    await database.drop();
  }
}

describe.skipIf(!hasBundledPostgres).each([
  { project: 'a project whose new tables are granted to the API', defaultGrants: true },
  { project: 'a project whose new tables are granted to no role', defaultGrants: false },
])('the migrations on $project', ({ defaultGrants }) => {
  let cluster: HostedCluster;
  beforeAll(async () => {
    cluster = await startHostedCluster({ defaultGrants });
    await cluster.as('postgres', pushMigrations);
  });
  afterAll(() => cluster?.stop());

  it('give the objects and privileges that they give here', async () => {
    const hosted = await cluster.as('postgres', describeProduct);
    expect(hosted).toEqual(await describeOwnProduct());
    expect(Object.keys(hosted).length).toBeGreaterThan(500);
  });

  it('are applied once', async () => {
    expect(await cluster.as('postgres', pushMigrations)).toEqual([]);
  });

  it('grant nothing more when each of their statements runs again', async () => {
    await cluster.as('postgres', async (client) => {
      const before = await describeGrants(client);
      let repeated = 0;
      for (const { statements } of await productMigrations()) {
        for (const statement of statements) {
          // Most fail, since what they create is there.
          await client.query(statement).then(
            () => (repeated += 1),
            () => undefined,
          );
        }
      }
      expect(repeated).toBeGreaterThan(100);
      expect(await describeGrants(client)).toEqual(before);
    });
  });

  it('configure PostgREST to ask for the second factor', async () => {
    await cluster.as('authenticator', async (client) => {
      const { rows } = await client.query('show pgrst.db_pre_request');
      expect(rows).toEqual([{ 'pgrst.db_pre_request': 'private.require_second_factor' }]);
    });
  });

  it('let the auth service create, change and delete users who have chats', async () => {
    const [vendor, visitor] = [
      '4d1f6e0a-0000-4000-8000-000000000001',
      '4d1f6e0a-0000-4000-8000-000000000002',
    ];
    await cluster.as('supabase_auth_admin', (client) =>
      client.query(
        `insert into auth.users (id, email) values ($1, 'vera@fair.example'), ($2, 'wei@fair.example')`,
        [vendor, visitor],
      ),
    );
    await cluster.as('postgres', (client) =>
      client.query(
        `with people as (
           insert into public.profiles (user_id, role, name) values ($1, 'vendor', 'Vera'), ($2, 'visitor', 'Wei')
           returning id, role
         )
         insert into public.sessions (vendor_id, visitor_id)
           select v.id, w.id from people v, people w where v.role = 'vendor' and w.role = 'visitor'`,
        [vendor, visitor],
      ),
    );
    await cluster.as('supabase_auth_admin', async (client) => {
      await client.query('update auth.users set is_anonymous = false, updated_at = now()');
      await client.query('delete from auth.users where id = $1', [visitor]);
    });
    const left = await cluster.as('postgres', (client) =>
      client.query('select role, (select count(*)::int from public.sessions) as chats from public.profiles'),
    );
    expect(left.rows).toEqual([{ role: 'vendor', chats: 0 }]);
  });

  it('let the function delete-account delete a user with chats, and list the files that are left', async () => {
    const [vendor, visitor] = [randomUUID(), randomUUID()];
    const sessionId = await cluster.as('postgres', async (client) => {
      await client.query(
        `insert into auth.users (id, email, encrypted_password) values ($1, 'rosa@fair.example', 'bcrypt'), ($2, null, '')`,
        [vendor, visitor],
      );
      const { rows } = await client.query(
        `with people as (
           insert into public.profiles (user_id, role, name) values ($1, 'vendor', 'Rosa'), ($2, 'visitor', 'Ibrahim')
           returning id, role
         )
         insert into public.sessions (vendor_id, visitor_id)
           select v.id, w.id from people v, people w where v.role = 'vendor' and w.role = 'visitor' returning id`,
        [vendor, visitor],
      );
      const id = String(rows[0]?.id);
      for (const [bucket, name] of [
        ['chat-files', `${id}/a.mp3`],
        ['avatars', `${vendor}/a.jpg`],
        ['avatars', `${visitor}/a.jpg`],
        ['avatars', 'stand/logo.jpg'],
      ]) {
        await client.query('insert into storage.objects (bucket_id, name) values ($1, $2)', [bucket, name]);
      }
      await client.query(
        `insert into realtime.messages (topic, extension, event, payload, private) values ($1, 'broadcast', 'typing', '{}', true)`,
        [`session:${id}`],
      );
      await client.query(
        'insert into auth.sessions (id, user_id, created_at, user_agent) values (gen_random_uuid(), $1, now(), $2)',
        [visitor, 'a phone'],
      );
      return id;
    });
    // As PostgREST does for a caller with the secret key.
    await cluster.as('authenticator', async (client) => {
      await client.query('set role service_role');
      const one = async (call: string, user: string) =>
        (await client.query(`select ${call}($1) as it`, [user])).rows[0]?.it;
      expect(await one('account_size', visitor)).toEqual({ chats: 1, messages: 0, files: 2 });
      expect(await one('account_has_password', vendor)).toBe(true);
      expect(await one('account_has_password', visitor)).toBe(false);
      expect(await one('account_devices', visitor)).toMatchObject([{ user_agent: 'a phone' }]);
      await one('record_account_export', visitor);
      const orphans = async () =>
        (await client.query('select bucket, name from orphaned_files() order by 1, 2')).rows;
      expect(await orphans()).toEqual([]);
      await one('delete_account', visitor);
      expect(await orphans()).toEqual([
        { bucket: 'avatars', name: `${visitor}/a.jpg` },
        { bucket: 'chat-files', name: `${sessionId}/a.mp3` },
      ]);
    });
    const left = await cluster.as('postgres', (client) =>
      client.query(
        `select (select count(*)::int from auth.users where id = $1) as users,
           (select count(*)::int from public.sessions where id = $2) as chats,
           (select count(*)::int from realtime.messages where topic = 'session:' || $2) as signs,
           (select count(*)::int from public.profiles where user_id = $3) as other`,
        [visitor, sessionId, vendor],
      ),
    );
    expect(left.rows).toEqual([{ users: 0, chats: 0, signs: 0, other: 1 }]);
  });

  it('leave a database that this server refuses, and does not write to', async () => {
    const config = loadConfig({ LOG_LEVEL: 'fatal' });
    const started = buildContext(config, cluster.urlOf('postgres'));
    await expect(started).rejects.toThrow(/database of a Supabase project.*docs\/hosted-supabase\.md/);
    const { rows } = await cluster.as('postgres', (client) =>
      client.query(`select from pg_namespace where nspname like 'dragoman%'`),
    );
    expect(rows).toEqual([]);
  });
});
