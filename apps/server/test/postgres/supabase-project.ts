import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { migrate } from '@dragoman/supabase-server/db/migrate';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import pg from 'pg';
import { expect } from 'vitest';
import { productMigrations } from '../../src/database/migrations.ts';
import { findProjectRoot } from '../../src/util/project-root.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { eventually } from '../realtime/fair.ts';

/**
 * Applies supabase-project.sql to a database, as its developer would with the account of
 * DATABASE_URL.
 * @returns a server on that database
 */
export async function startSupabaseProject(url: string): Promise<TestServer> {
  await migrate({ url, sets: productMigrations(findProjectRoot()), log: createLogger('fatal') });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(await readFile(path.join(import.meta.dirname, 'supabase-project.sql'), 'utf8'));
  } finally {
    await client.end();
  }
  return startTestServer({ DATABASE_URL: url });
}

/** Uses the project through the official client, with rights and without. */
export async function expectSupabaseProject(server: TestServer): Promise<void> {
  const [mira, other] = [await signUp(server, 'Mira'), await signUp(server, 'Omar')];
  const visitor = server.client();
  const secret = server.client(server.ctx.apiKeys.secret);

  // The trigger on auth.users, and what policies make public.
  const names = await visitor.from('exhibitors').select('full_name').order('full_name');
  expect(names.data?.map(({ full_name }) => full_name)).toEqual(['Mira', 'Omar', 'Seeded']);

  // Default privileges let the policies decide.
  const heard = await hear(mira.client);
  const added = await mira.client.from('notes').insert({ body: 'first' }).select('id, token, body').single();
  expect(added.data).toEqual({ id: 1, token: expect.stringMatching(/^[\da-f-]{36}$/), body: 'first' });
  const forged = await other.client.from('notes').insert({ body: 'x', user_id: mira.userId });
  expect(forged.error?.code).toBe('42501');
  expect((await other.client.from('notes').select()).data).toEqual([]);
  expect((await visitor.from('notes').select()).data).toEqual([]);
  expect((await visitor.from('notes').insert({ body: 'x' })).error?.code).toBe('42501');
  expect((await secret.from('notes').select('body')).data).toEqual([{ body: 'first' }]);
  for (const client of [visitor, mira.client, secret]) {
    expect((await client.from('ledger').select()).error?.code).toBe('42501');
  }

  // Broadcasts of JSON and of bytes.
  await eventually(() => expect(heard).toEqual(['note first', 'note-bytes first']));

  // The search path has the schema of extensions; hooks are not for users.
  const print = await visitor.rpc('fingerprint', { given: 'fair' });
  expect(print.data).toMatch(/^[\da-f]{64}$/);
  const hook = await mira.client.rpc('custom_access_token_hook', { event: {} });
  expect(hook.error?.code).toBe('42501');

  // Policies of files.
  const file = new Blob(['draft'], { type: 'text/plain' });
  const own = `${mira.userId}/draft.txt`;
  const files = mira.client.storage.from('drafts');
  expect((await files.upload(own, file)).error).toBeNull();
  expect((await files.upload(`${other.userId}/draft.txt`, file)).error).not.toBeNull();
  expect(await (await files.download(own)).data?.text()).toBe('draft');
  expect((await files.list(mira.userId)).data).toEqual([]);
  expect((await secret.storage.from('drafts').list(mira.userId)).data).toHaveLength(1);

  // A seeded account is complete, and triggers see an address that changes.
  const seeded = await secret.auth.admin.getUserById('5eed0000-0000-4000-8000-000000000001');
  expect(seeded.data.user).toMatchObject({ email: 'seed@fair.example', identities: [{ provider: 'email' }] });
  expect(seeded.data.user).not.toHaveProperty('new_email');
  const signIn = await server
    .client()
    .auth.signInWithPassword({ email: 'seed@fair.example', password: 'a long enough password' });
  expect(signIn.error?.code).toBe('invalid_credentials');
  const wanted = `wanted-${mira.userId}@fair.example`;
  expect((await mira.client.auth.updateUser({ email: wanted })).error).toBeNull();
  const followed = await visitor.from('exhibitors').select('wanted_email').eq('id', mira.userId).single();
  expect(followed.data).toEqual({ wanted_email: wanted });
}

async function signUp(server: TestServer, name: string) {
  const client = server.client();
  const { data, error } = await client.auth.signUp({
    email: `${name.toLowerCase()}@fair.example`,
    password: 'a long enough password',
    options: { data: { full_name: name } },
  });
  if (error || !data.user) throw error ?? new Error('sign-up gave no user');
  return { client, userId: data.user.id };
}

/** @returns the broadcasts of the topic `notes`, as they come */
async function hear(client: Awaited<ReturnType<typeof signUp>>['client']): Promise<string[]> {
  const heard: string[] = [];
  const statuses: string[] = [];
  client
    .channel('notes', { config: { private: true } })
    .on('broadcast', { event: '*' }, ({ event, payload }) => {
      const text = payload instanceof ArrayBuffer ? Buffer.from(payload).toString() : payload.body;
      heard.push(`${event} ${text}`);
    })
    .subscribe((status) => statuses.push(status));
  await eventually(() => expect(statuses).toEqual(['SUBSCRIBED']));
  return heard;
}
