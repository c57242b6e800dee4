import { createClient, type FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { exportOf, type Fair, openFair, PICTURE, tablesWith, unzip } from '../account/support.ts';
import type { Person } from '../harness.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';
import { type DenoFunction, denoExecutable, startDenoFunction } from './deno.ts';

const deno = denoExecutable();

// The functions as they are deployed, with this server in the place of Supabase's auth, data and
// storage services: they use PostgREST's and GoTrue's calls alone.
describe.skipIf(deno === null)('an account on a hosted Supabase', () => {
  let server: StorageServer;
  let fair: Fair;
  let exporting: DenoFunction;
  let deleting: DenoFunction;

  beforeAll(async () => {
    server = await startStorageServer();
    fair = await openFair(server);
    const env = {
      SUPABASE_URL: server.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: server.ctx.apiKeys.publishable }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: server.ctx.apiKeys.secret }),
    };
    exporting = await startDenoFunction(deno as string, 'export-account', {
      ...env,
      BRAND_NAME: 'Lamp fair',
    });
    deleting = await startDenoFunction(deno as string, 'delete-account', env);
  });
  afterAll(async () => {
    await exporting?.stop();
    await deleting?.stop();
    await server?.stop();
  });

  /** The official client's functions, for which the gateway is the edge function. */
  function functionsAt(edge: DenoFunction, bearer: string | null) {
    return createClient(edge.url, server.ctx.apiKeys.publishable, {
      accessToken: async () => bearer,
      realtime: { transport: WebSocket as never },
    }).functions;
  }

  async function download(person: Pick<Person, 'accessToken'>): Promise<Map<string, Uint8Array>> {
    const { data, error } = await functionsAt(exporting, person.accessToken).invoke('export-account');
    if (error) throw error;
    return unzip(data as Blob);
  }

  const text = (files: Map<string, Uint8Array>, name: string) =>
    Buffer.from(files.get(name) ?? '').toString();

  /** An entry's data; times to the millisecond, which is what our auth service tells. */
  const json = (files: Map<string, Uint8Array>, name: string) =>
    JSON.parse(text(files, name), (_, value) =>
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.+Z]+$/.test(value)
        ? new Date(value).toISOString()
        : value,
    );

  async function remove(bearer: string | null, body?: object) {
    const { data, error } = await functionsAt(deleting, bearer).invoke('delete-account', {
      ...(body ? { body: { confirmed: true, ...body } } : { method: 'GET' as const }),
    });
    return { data, status: error ? ((error as FunctionsHttpError).context as Response).status : 200 };
  }

  it.each(['vendor', 'visitor'] as const)('the export of a %s has what our server exports', async (who) => {
    const [edge, own] = [await download(fair[who]), await exportOf(fair[who].client)];
    expect([...edge.keys()].sort()).toEqual([...own.keys()].sort());
    for (const [name, bytes] of own) {
      if (name.startsWith('README') || name === 'exports.json') continue;
      if (name.endsWith('.json')) expect(json(edge, name), name).toEqual(json(own, name));
      else expect(Buffer.from(edge.get(name) ?? '').equals(bytes), name).toBe(true);
    }
    const readme = [...edge.keys()].find((name) => name.startsWith('README')) ?? '';
    expect(text(edge, readme)).toContain('Lamp fair');
    const records = json(edge, 'exports.json') as { kind: string; user_agent: string | null }[];
    expect(records.filter(({ kind }) => kind === 'account')).toHaveLength(1);
  });

  it('an export reads more than a page of everything, in order, and no row twice', async () => {
    const person = await server.person({ role: 'vendor' });
    await server.sql(
      `insert into scanned_cards (owner_id, name) select $1, 'Card ' || n from generate_series(1, 450) n`,
      [person.profileId],
    );
    const row = { vendor_id: person.profileId, status: 'active' };
    const { data: session } = await person.client
      .from('sessions')
      .insert(row)
      .select('id')
      .single()
      .throwOnError();
    await server.sql(
      `insert into messages (session_id, sender_id, content, created_at)
       select $1, $2, 'No. ' || n, now() + n / 2 * interval '1 microsecond' from generate_series(1, 450) n`,
      [session.id, person.profileId],
    );
    const [edge, own] = [await download(person), await exportOf(person.client)];
    const chat = [...own.keys()].find((name) => name.includes(`(${session.id})`)) ?? '';
    expect(json(edge, chat)).toEqual(json(own, chat));
    expect(json(edge, chat).messages).toHaveLength(450);
    expect(json(edge, 'card-box/cards.json')).toEqual(json(own, 'card-box/cards.json'));
  });

  it('an export is there for guests without a profile, and refused without a session', async () => {
    const guest = server.client();
    const { data } = await guest.auth.signInAnonymously();
    const files = await download({ accessToken: data.session?.access_token ?? '' });
    expect(text(files, 'account.json')).toContain(data.user?.id);
    const { error } = await functionsAt(exporting, null).invoke('export-account');
    expect((error as FunctionsHttpError).context.status).toBe(401);
  });

  it('deletion asks for the password', async () => {
    const user = await server.person({ role: 'visitor' });
    expect(await remove(user.accessToken)).toEqual({
      status: 200,
      data: { proof: 'password', chats: 0, messages: 0, files: 0 },
    });
    expect((await remove(user.accessToken, {})).status).toBe(400);
    expect((await remove(user.accessToken, { password: 'a wrong password' })).status).toBe(422);
    expect((await remove(null, { password: user.password })).status).toBe(401);
    expect((await user.client.from('profiles').select().eq('user_id', user.userId)).data).toHaveLength(1);
    expect((await remove(user.accessToken, { password: user.password })).data).toEqual({ deleted: true });
    expect(await tablesWith(server, [user.userId])).toEqual([]);
  });

  it('a deletion that fails deletes nothing, and leaves no sign-in behind', async () => {
    const user = await server.person({ role: 'visitor' });
    const sessions = () => server.sql('select id from auth.sessions where user_id = $1', [user.userId]);
    const before = await sessions();
    await server.sql(
      `create function public.fail() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`,
    );
    await server.sql(
      'create trigger fail before delete on public.profiles for each row execute function public.fail()',
    );
    expect((await remove(user.accessToken, { password: user.password })).status).toBe(500);
    await server.sql('drop function public.fail() cascade');
    expect(await sessions()).toEqual(before);
    expect((await user.client.from('profiles').select().eq('user_id', user.userId)).data).toHaveLength(1);
  });

  it('deletion asks who has no password for the address, and guests for nothing', async () => {
    const user = await server.person({ role: 'visitor' });
    await server.sql('update auth.users set encrypted_password = null where id = $1', [user.userId]);
    expect((await remove(user.accessToken)).data).toMatchObject({ proof: 'address' });
    expect((await remove(user.accessToken, { address: 'other@fair.example' })).status).toBe(400);
    expect((await remove(user.accessToken, { address: ` ${user.email.toUpperCase()}` })).status).toBe(200);
    const { data } = await server.client().auth.signInAnonymously();
    const bearer = data.session?.access_token ?? '';
    expect((await remove(bearer)).data).toMatchObject({ proof: 'none' });
    expect((await remove(bearer, {})).status).toBe(200);
    expect(await tablesWith(server, [user.userId, data.user?.id ?? ''])).toEqual([]);
  });

  it('deletion asks a session for the second factor', async () => {
    const user = await server.person({ role: 'visitor' });
    await server.sql(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'x')`,
      [user.userId],
    );
    expect((await remove(user.accessToken, { password: user.password })).status).toBe(403);
    expect((await functionsAt(exporting, user.accessToken).invoke('export-account')).response?.status).toBe(
      403,
    );
  });

  it('deletion slows down who guesses', async () => {
    const user = await server.person({ role: 'visitor' });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await remove(user.accessToken, { password: `guess ${count}` })).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses[0]).toBe(422);
  });

  it('deletion leaves nothing of a person in any table, and none of their files', async () => {
    const { visitor, vendor, sessionId } = fair;
    const words = [visitor.userId, visitor.profileId, visitor.email, sessionId];
    const files = 'select name from storage.objects where name like $1 or name like $2';
    const folders = [`${visitor.userId}/%`, `${sessionId}/%`];
    expect((await server.sql(files, folders)).length).toBeGreaterThan(1);
    // The organiser's own picture, in a folder that is no id.
    await server.admin.storage
      .from('avatars')
      .upload('stand/logo.jpg', PICTURE, { contentType: 'image/jpeg' });
    expect((await remove(visitor.accessToken, { password: visitor.password })).status).toBe(200);
    // The cache of translations is our server's own; a hosted Supabase has none.
    const left = (await tablesWith(server, words)).filter((name) => name !== 'dragoman.translation_cache');
    expect(left).toEqual([]);
    const others = await server.sql<{ name: string }>('select name from storage.objects order by name');
    expect(others.map(({ name }) => name)).toContain('stand/logo.jpg');
    expect(others.some(({ name }) => name.startsWith(vendor.userId))).toBe(true);
  });
});
