import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';

// Each call tells policies which operation it is, under Supabase's name (supabase-protocol 7.4).

let server: TestServer;
let user: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.signUp();
  await server.sql('create table public.allowed (operation text)');
  await server.sql(`create function public.is_allowed() returns boolean language sql stable security definer set search_path = ''
    as $$ select storage.allow_any_operation(array(select operation from public.allowed)) $$`);
  for (const table of ['buckets', 'objects']) {
    await server.sql(
      `create policy "By operation" on storage.${table} for all to authenticated using (public.is_allowed()) with check (public.is_allowed())`,
    );
  }
});
afterAll(() => server.stop());

beforeEach(async () => {
  const files = server.client(server.ctx.apiKeys.secret).storage;
  await server.sql(`delete from storage.objects where bucket_id like 'op-%'`);
  await server.sql(`delete from storage.buckets where id like 'op-%'`);
  await files.createBucket('op-full');
  await files.createBucket('op-empty');
  await files.from('op-full').upload('a.txt', text('a'));
});

const text = (body: string) => new Blob([body], { type: 'text/plain' });
const storage = () => user.client.storage;
const files = () => storage().from('op-full');

/** A call under its operation: it returns no error, and a list is not empty. */
type Call = () => Promise<{ data: unknown; error: unknown }>;

async function succeeds(call: Call): Promise<boolean> {
  const { data, error } = await call();
  return error === null && !(Array.isArray(data) && (data.length === 0 || data.every(isRefused)));
}

function isRefused(entry: { error?: unknown }): boolean {
  return (entry.error ?? null) !== null;
}

const calls: [operation: string, call: Call][] = [
  ['bucket.create', () => storage().createBucket('op-new')],
  ['bucket.list', () => storage().listBuckets()],
  ['bucket.get', () => storage().getBucket('op-full')],
  ['bucket.update', () => storage().updateBucket('op-full', { public: false })],
  ['bucket.delete', () => storage().deleteBucket('op-empty')],
  ['bucket.empty', () => storage().emptyBucket('op-full')],
  ['object.upload', () => files().upload('b.txt', text('b'))],
  ['object.upload_update', () => files().update('a.txt', text('b'))],
  ['object.sign_upload_url', () => files().createSignedUploadUrl('b.txt')],
  ['object.get_authenticated', () => files().download('a.txt')],
  ['object.get_authenticated_info', () => files().info('a.txt')],
  ['object.head_authenticated_info', exists],
  ['object.sign', () => files().createSignedUrl('a.txt', 60)],
  ['object.sign_many', () => files().createSignedUrls(['a.txt'], 60)],
  ['object.list', () => files().list()],
  ['object.list_v2', async () => objectsOf(await files().listV2())],
  ['object.copy', () => files().copy('a.txt', 'c.txt')],
  ['object.move', () => files().move('a.txt', 'c.txt')],
  ['object.delete_many', () => files().remove(['a.txt'])],
];

async function exists(): Promise<{ data: unknown; error: unknown }> {
  const { data } = await files().exists('a.txt');
  return { data, error: data ? null : 'hidden' };
}

function objectsOf({ data, error }: { data: { objects: unknown[] } | null; error: unknown }) {
  return { data: data?.objects ?? null, error };
}

describe('a policy', () => {
  const allow = async (...operations: string[]) => {
    await server.sql('delete from public.allowed');
    await server.sql('insert into public.allowed select unnest($1::text[])', [operations]);
  };
  const names = calls.map(([name]) => name);

  it.each(calls)('that allows %s', async (operation, call) => {
    await allow(
      ...names.filter((name) => name !== operation),
      'object.delete',
      'object.upload_signed',
      'object.get_signed',
    );
    expect(await succeeds(call)).toBe(false);
    await allow(operation);
    expect(await succeeds(call)).toBe(true);
  });

  it('that allows object.get_signed decides on each use of a link', async () => {
    await allow('object.sign');
    const { data } = await files().createSignedUrl('a.txt', 60);
    const status = async () => (await fetch(data?.signedUrl ?? '')).status;
    expect(await status()).toBe(400);
    await allow('object.get_signed');
    expect(await status()).toBe(200);
  });

  it('that allows object.upload_signed decides on each use of a link', async () => {
    await allow('object.sign_upload_url');
    const { data } = await files().createSignedUploadUrl('b.txt');
    const upload = () => files().uploadToSignedUrl('b.txt', data?.token ?? '', text('b'));
    expect((await upload()).error).not.toBeNull();
    await allow('object.upload_signed');
    expect((await upload()).error).toBeNull();
  });
});
