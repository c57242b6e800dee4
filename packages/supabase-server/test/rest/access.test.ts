import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import {
  clientWithToken,
  createUser,
  inSeconds,
  raw,
  runScript,
  startRestServer,
  type TestUser,
} from './fixture.ts';

const SECRET = 'a shared secret that is long enough for HS256 signing';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startRestServer({ JWT_SECRET: SECRET, API_SCHEMAS: 'public, booth' });
  await runScript(
    server,
    `alter table public.halls enable row level security;
     create policy "Everybody reads" on public.halls for select to anon, authenticated using (true);
     grant select, insert on public.halls to authenticated;`,
  );
  user = await createUser(server);
});
afterAll(() => server.stop());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function ask(headers: Record<string, string>) {
  const answer = await fetch(`${server.url}/rest/v1/halls?select=id&limit=1`, { headers });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body, headers: answer.headers };
}

describe('a key', () => {
  it('is needed', async () => {
    const { status, body, headers } = await ask({});
    expect(status).toBe(401);
    expect(body).toMatchObject({ message: 'No API key found in request', details: null });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('may come as apikey, as bearer, or both', async () => {
    const { publishable } = server.ctx.apiKeys;
    expect((await ask({ apikey: publishable })).status).toBe(200);
    expect((await ask({ authorization: `Bearer ${publishable}` })).status).toBe(200);
    expect((await ask({ apikey: publishable, authorization: `bearer ${publishable}` })).status).toBe(200);
    const legacy = await server.ctx.signingKeys.sign({ role: 'anon', exp: inSeconds(60) });
    expect((await ask({ apikey: legacy, authorization: `Bearer ${legacy}` })).status).toBe(200);
  });

  it('must be one of ours', async () => {
    expect(await ask({ apikey: 'sb_publishable_somebody_elses_key' })).toMatchObject({
      status: 401,
      body: { code: 'PGRST301' },
    });
    expect((await ask({ apikey: 'nonsense' })).status).toBe(401);
    // A user's token does not make up for a wrong key.
    expect((await ask({ apikey: 'nonsense', authorization: `Bearer ${user.token}` })).status).toBe(401);
  });
});

describe('a token', () => {
  const withToken = (token: string) =>
    ask({ apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${token}` });

  it('that has expired is refused by name', async () => {
    const token = await server.ctx.signingKeys.sign({
      sub: user.id,
      role: 'authenticated',
      exp: inSeconds(-5),
    });
    const { status, body, headers } = await withToken(token);
    expect({ status, body }).toEqual({
      status: 401,
      body: { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
    });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="JWT expired"',
    );
    expect(headers.get('proxy-status')).toBe('PostgREST; error=PGRST303');
  });

  it('expires while it is remembered', async () => {
    const token = await server.ctx.signingKeys.sign({
      sub: user.id,
      role: 'authenticated',
      exp: inSeconds(5),
    });
    expect((await withToken(token)).status).toBe(200);
    await expect
      .poll(async () => (await withToken(token)).status, { timeout: 15_000, interval: 100 })
      .toBe(401);
  });

  it('that was forged is refused', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const claims = { sub: user.id, role: 'service_role', exp: inSeconds(60) };
    const [header = '', , signature = ''] = user.token.split('.');
    const forged: Record<string, string> = {
      'a foreign key': await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey),
      'a foreign secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from('another secret that is just as long as ours')),
      'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
      'our signature over other claims': `${header}.${encode(claims)}.${signature}`,
      'the public key as a secret': await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: server.ctx.signingKeys.jwks().keys[0]?.kid ?? '' })
        .sign(Buffer.from(JSON.stringify(server.ctx.signingKeys.jwks().keys[0]))),
      'too few parts': 'abc.def',
      'no JSON': 'YWJj.YWJj.YWJj',
    };
    for (const [how, token] of Object.entries(forged)) {
      const { status, body } = await withToken(token);
      expect({ how, status, code: body.code }).toEqual({ how, status: 401, code: 'PGRST301' });
    }
  });

  it('for a file cannot be used for rows', async () => {
    const { storage } = server.client(server.ctx.apiKeys.secret);
    await storage.createBucket('papers');
    await storage.from('papers').upload('a.txt', 'text');
    const download = await storage.from('papers').createSignedUrl('a.txt', 60);
    const upload = await storage.from('papers').createSignedUploadUrl('b.txt');
    const fromUrl = new URL(download.data?.signedUrl ?? '').searchParams.get('token');
    for (const token of [fromUrl, upload.data?.token]) {
      expect(token).toMatch(/^ey/);
      expect(await withToken(token ?? '')).toMatchObject({ status: 401, body: { code: 'PGRST303' } });
    }
  });

  it('must name a role, and one that exists', async () => {
    const none = await withToken(await server.ctx.signingKeys.sign({ sub: user.id, exp: inSeconds(60) }));
    expect(none).toMatchObject({ status: 401, body: { code: 'PGRST303' } });
    const ghost = await withToken(await server.ctx.signingKeys.sign({ role: 'ghost', exp: inSeconds(60) }));
    expect(ghost).toMatchObject({ status: 401, body: { code: '22023' } });
    expect(ghost.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('of the shared secret is accepted, as self-hosted Supabase does', async () => {
    const token = await new SignJWT({ sub: user.id, role: 'authenticated', exp: inSeconds(60) })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(SECRET));
    expect((await withToken(token)).status).toBe(200);
  });

  it('gives SQL its claims', async () => {
    const { data } = await user.client.rpc('request_setting', { setting: 'jwt.claims' });
    expect(JSON.parse(data)).toMatchObject({ sub: user.id, role: 'authenticated' });
  });
});

describe('a refusal of rights', () => {
  it('sends strangers to sign in and tells users that they may not', async () => {
    const insert = { id: 90, name: 'Ninety' };
    const stranger = await raw(server, '/halls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(insert),
    });
    expect(stranger).toMatchObject({ status: 401, json: { code: '42501', details: null, hint: null } });
    expect(stranger.headers.get('www-authenticate')).toBe('Bearer');
    expect(stranger.headers.get('proxy-status')).toBe('PostgREST; error=42501');
    expect(await user.client.from('halls').insert(insert)).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    const admin = server.client(server.ctx.apiKeys.secret);
    expect(await admin.from('odd_names').select('id')).toMatchObject({
      status: 403,
      error: { code: '42501' },
    });
    // Rows that a policy hides are just not there.
    expect((await user.client.from('halls').select('id').eq('id', 1)).data).toEqual([{ id: 1 }]);
    expect(await user.client.from('halls').update({ name: 'x' }).eq('id', 1)).toMatchObject({ status: 403 });
  });

  it('keeps other schemas out of reach', async () => {
    for (const schema of ['auth', 'dragoman', 'pg_catalog', 'realtime']) {
      const answer = await user.client.schema(schema).from('users').select('*');
      expect(answer).toMatchObject({
        status: 406,
        error: { code: 'PGRST106', hint: 'Only the following schemas are exposed: public, booth' },
      });
    }
    expect((await user.client.schema('public').from('halls').select('id').limit(1)).error).toBeNull();
    const chosen = await raw(server, '/halls?limit=1', { headers: { 'accept-profile': 'public' } });
    expect(chosen.headers.get('content-profile')).toBe('public');
    expect((await user.client.from('auth.users').select('*')).error).toMatchObject({ code: 'PGRST205' });
    expect((await user.client.from('pg_class').select('*')).error).toMatchObject({ code: 'PGRST205' });
  });
});

describe('another schema', () => {
  it('is shown when the operator says so, to who has the rights', async () => {
    const booth = server.client().schema('booth');
    expect(await booth.from('visits').select('id,place')).toMatchObject({
      data: [{ id: 1, place: 'door' }],
      status: 200,
    });
    expect(await booth.from('keys').select('id')).toMatchObject({ status: 401, error: { code: '42501' } });
    expect((await booth.from('halls').select('id')).error).toMatchObject({ code: 'PGRST205' });
    // Names in the function's text mean that schema first.
    expect((await booth.rpc('first_place')).data).toBe('door');
    expect((await booth.from('visits').insert({ id: 2, key_id: 7 })).error).toMatchObject({ code: '42501' });
    expect((await server.client().from('visits').select('id')).error).toMatchObject({ code: 'PGRST205' });
  });
});

describe('an answer', () => {
  it('may be read by any page', async () => {
    const answer = await raw(server, '/halls?select=id', {
      headers: { origin: 'https://fair.example', prefer: 'count=exact' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('content-range');
    const refusal = await raw(server, '/nope', { headers: { origin: 'https://fair.example' } });
    expect(refusal.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await fetch(`${server.url}/rest/v1/halls`, {
      method: 'OPTIONS',
      headers: { origin: 'https://fair.example', 'access-control-request-method': 'PATCH' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-retry-count');
  });

  it('to OPTIONS says what may be done', async () => {
    const allow = async (path: string) => {
      const answer = await raw(server, path, { method: 'OPTIONS' });
      return { status: answer.status, allow: answer.headers.get('allow') };
    };
    expect(await allow('/halls')).toEqual({
      status: 200,
      allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE',
    });
    // A view that groups cannot be written to.
    expect((await allow('/busy_halls')).allow).toBe('OPTIONS,GET,HEAD');
    expect((await allow('/rpc/add_numbers')).allow).toBe('OPTIONS,GET,HEAD,POST');
    expect((await allow('/rpc/rename_hall')).allow).toBe('OPTIONS,POST');
    expect(await allow('/nope')).toEqual({ status: 404, allow: null });
    expect(await allow('/rpc/nope')).toEqual({ status: 404, allow: null });
  });

  it('is an error object for paths, methods and types that there are not', async () => {
    expect(await raw(server, '/')).toMatchObject({ status: 404, json: { code: 'PGRST126' } });
    expect(await raw(server, '/halls/1')).toMatchObject({ status: 404, json: { code: 'PGRST125' } });
    expect(await raw(server, '/halls', { method: 'PROPFIND' })).toMatchObject({
      status: 405,
      json: { code: 'PGRST117' },
    });
    expect(await raw(server, '/halls', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 406,
      json: { code: 'PGRST107' },
    });
    expect(await raw(server, '/hals')).toMatchObject({
      status: 404,
      json: {
        code: 'PGRST205',
        message: "Could not find the table 'public.hals' in the schema cache",
        hint: "Perhaps you meant the table 'public.halls'",
      },
    });
    expect((await clientWithToken(server, user.token).from('hals').select()).status).toBe(404);
  });
});
