import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';
import { eventually } from './realtime/fair.ts';
import { openRaw } from './realtime/raw-socket.ts';

// docs/adr/0003: a user with a second factor can read and write nothing before it is proved.

const REFUSED = { code: 'insufficient_aal' };

let server: TestServer;
/** Has proved the factor. */
let vendor: Person;
let strong: string;
/** The same user, signed in with the password alone. */
let weak: ReturnType<TestServer['client']>;
let weakToken: string;
let sessionId: string;

beforeAll(async () => {
  server = await startTestServer();
  vendor = await server.person({ role: 'vendor' });
  const visitor = await server.person({ role: 'visitor' });
  const [session] = await server.sql<{ id: string }>(
    'insert into sessions (vendor_id, visitor_id) values ($1, $2) returning id',
    [vendor.profileId, visitor.profileId],
  );
  sessionId = session?.id ?? '';
  strong = await protect(vendor);
  weak = server.client();
  const { data } = await weak.auth.signInWithPassword(vendor);
  weakToken = data.session?.access_token ?? '';
});
afterAll(() => server.stop());

/** Gives a user a second factor. @returns an access token that has proved it */
async function protect({ client }: Person): Promise<string> {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('no factor was enrolled');
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  const { data: proved, error } = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (error) throw error;
  return proved.access_token;
}

function fetchAs(token: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${token}` };
  return fetch(`${server.url}${path}`, { ...init, headers: { ...headers, ...init.headers } });
}

async function refusalOf(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetchAs(weakToken, path, init);
  return { status: response.status, ...((await response.json()) as object) };
}

describe('in the database', () => {
  it('every table has the policy, and asks once for each statement', async () => {
    const without = await server.sql(
      `select c.oid::regclass::text as "add the policy of 02_second_factor.sql to this table"
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and c.relrowsecurity
         and (n.nspname in ('public', 'private')
           or c.oid in ('storage.objects'::regclass, 'storage.buckets'::regclass, 'realtime.messages'::regclass))
         and not exists (
           select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd = '*'
             and p.polroles = array['authenticated'::regrole::oid]
             and pg_get_expr(p.polqual, p.polrelid) ~ 'SELECT private.second_factor_done\\(\\)')`,
    );
    expect(without).toEqual([]);
    const scope = { role: 'authenticated', claims: { role: 'authenticated', sub: vendor.userId } };
    const plan = await server.ctx.db.request(scope, { text: 'explain select * from leads' });
    expect(JSON.stringify(plan)).toMatch(/InitPlan/);
    expect(JSON.stringify(plan)).not.toMatch(/Filter: [^"]*second_factor_done/);
  });

  it('no view for clients passes policies by, but the one with a condition of its own', async () => {
    const definers = await server.sql<{ relname: string }>(
      `select c.relname from pg_class c
       where c.relkind in ('v', 'm') and c.relnamespace = 'public'::regnamespace
         and has_table_privilege('authenticated', c.oid, 'select')
         and not coalesce('security_invoker=true' = any (c.reloptions), false)`,
    );
    expect(definers).toEqual([{ relname: 'shared_profiles' }]);
  });

  it('refuses a request of PostgREST, which asks first on a Supabase', async () => {
    const ask = (claims: object) =>
      server.ctx.db.request(
        { role: 'authenticated', claims: { role: 'authenticated', sub: vendor.userId, ...claims } },
        { text: 'select private.require_second_factor()' },
      );
    await expect(ask({})).rejects.toMatchObject({ code: 'PGRST', detail: expect.stringContaining('403') });
    await expect(ask({ aal: 'aal1' })).rejects.toMatchObject({
      message: expect.stringContaining('insufficient_aal'),
    });
    await expect(ask({ aal: 'aal2' })).resolves.toHaveLength(1);
    const anon = { role: 'anon', claims: { role: 'anon' } };
    const asked = server.ctx.db.request(anon, { text: 'select private.require_second_factor()' });
    await expect(asked).resolves.toHaveLength(1);
  });

  it('has PostgREST ask it, where one connects', async () => {
    const file = path.join(server.ctx.root, 'supabase/schemas/21_postgrest.sql');
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    const settings = async () => {
      const { rows } = await owner.query(
        `select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
         where s.setrole = 'authenticator'::regrole and d.datname = current_database()`,
      );
      return rows;
    };
    try {
      const sql = await readFile(file, 'utf8');
      await owner.query(sql);
      expect(await settings()).toEqual([]);
      // Undone, since roles belong to the whole cluster.
      await owner.query('begin');
      await owner.query('alter role authenticator login');
      await owner.query(sql);
      expect(await settings()).toEqual([
        { setconfig: ['pgrst.db_pre_request=private.require_second_factor'] },
      ]);
      await owner.query('rollback');
    } finally {
      await owner.end();
    }
  });
});

describe('a password alone', () => {
  it('opens no table, view or function of the data API', async () => {
    const paths = await server.sql<{ path: string }>(
      `select '/' || c.relname as path from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and has_any_column_privilege('authenticated', c.oid, 'select')
       union all
       select '/rpc/' || p.proname from pg_proc p
       where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
         and p.prorettype <> 'trigger'::regtype`,
    );
    expect(paths.length).toBeGreaterThan(30);
    for (const { path } of paths) {
      expect(await refusalOf(`/rest/v1${path}`), path).toMatchObject({ status: 403, ...REFUSED });
    }
    const { error, status } = await weak.from('leads').insert({ person_id: vendor.profileId });
    expect({ status, ...error }).toMatchObject({ status: 403, ...REFUSED });
  });

  it('opens no file', async () => {
    const name = `${sessionId}/voice.webm`;
    const init = { method: 'POST', body: 'x', headers: { 'content-type': 'audio/webm' } };
    const listing = {
      method: 'POST',
      body: '{"prefix":""}',
      headers: { 'content-type': 'application/json' },
    };
    for (const [path, options] of [
      ['/object/list/chat-files', listing],
      [`/object/chat-files/${name}`, init],
      [`/object/authenticated/chat-files/${name}`, {}],
      [`/object/sign/chat-files/${name}`, { ...listing, body: '{"expiresIn":60}' }],
      ['/bucket', {}],
    ] as const) {
      expect(await refusalOf(`/storage/v1${path}`, options), path).toMatchObject({
        statusCode: '403',
        ...REFUSED,
      });
    }
  });

  it('opens no server function, and neither the export nor the deletion of the account', async () => {
    const names = ['translate', 'translate-messages', 'assistant', 'speech-to-text', 'convert-recording'];
    for (const name of [
      ...names,
      'process-business-card',
      'process-entrance-pass',
      'read-picture',
      'export-account',
      'delete-account',
    ]) {
      const body = JSON.stringify({ confirmed: true, password: vendor.password });
      const headers = { 'content-type': 'application/json' };
      const refusal = await refusalOf(`/functions/v1/${name}`, { method: 'POST', body, headers });
      expect(refusal, name).toMatchObject({ status: 403, ...REFUSED });
    }
    expect(await refusalOf('/functions/v1/delete-account')).toMatchObject({ status: 403, ...REFUSED });
  });

  it('opens no channel, and sends nothing', async () => {
    const socket = await openRaw(server);
    for (const config of [{ private: true }, { private: false }]) {
      const joined = await socket.join(`realtime:session:${sessionId}`, config, { access_token: weakToken });
      expect(joined.payload).toMatchObject({ status: 'error' });
      expect(joined.payload.response.reason).toContain('second factor');
    }
    socket.ws.terminate();
    const body = JSON.stringify({ messages: [{ topic: 'hall', event: 'hello', payload: {} }] });
    const headers = { 'content-type': 'application/json' };
    const sent = await refusalOf('/realtime/v1/api/broadcast', { method: 'POST', body, headers });
    expect(sent).toMatchObject({ status: 403, ...REFUSED });
  });

  it('still signs in, proves the factor, and signs out', async () => {
    const { data } = await weak.auth.mfa.listFactors();
    const factorId = data?.all[0]?.id ?? '';
    expect((await weak.auth.mfa.challenge({ factorId })).error).toBeNull();
    expect((await weak.auth.getUser()).data.user?.id).toBe(vendor.userId);
  });
});

describe('a proved factor', () => {
  it('opens all of it, also to functions that read for their caller', async () => {
    expect((await vendor.client.from('sessions').select('id')).data).toEqual([{ id: sessionId }]);
    const { data } = await vendor.client
      .from('messages')
      .insert({ session_id: sessionId, sender_id: vendor.profileId, content: 'How much is it?' })
      .select('id')
      .single();
    const body = { messageIds: [data?.id], targetLanguage: 'zh' };
    const translated = await vendor.client.functions.invoke('translate-messages', { body });
    expect(translated.error).toBeNull();
    expect(JSON.stringify(translated.data)).toContain('多少钱');
    const exported = await fetchAs(strong, '/functions/v1/export-account', { method: 'POST' });
    expect(exported.status).toBe(200);
    await exported.arrayBuffer();
  });

  it('ends channels of sessions that have not proved it', async () => {
    const visitor = await server.person({ role: 'visitor' });
    const socket = await openRaw(server);
    const topic = 'realtime:hall';
    await socket.join(topic, {}, { access_token: visitor.accessToken });
    await protect(visitor);
    await eventually(() => expect(socket.frames.some(({ event }) => event === 'phx_close')).toBe(true));
    socket.ws.terminate();
  });
});
