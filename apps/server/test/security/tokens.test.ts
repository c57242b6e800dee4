import { randomUUID } from 'node:crypto';
import { call, headerOf, payloadOf } from '@dragoman/supabase-server/test/auth/call';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { createOwnFolderBucket, type StorageServer, startStorageServer } from '../storage/support.ts';
import { type Endpoint, endpointsOf } from './endpoints.ts';

let server: StorageServer;
let user: SignedIn;
let endpoints: Record<string, Endpoint>;
beforeAll(async () => {
  server = await startStorageServer();
  await createOwnFolderBucket(server, 'own');
  user = await server.person({ role: 'visitor' });
  await user.client.storage.from('own').upload(own('card.txt'), 'card');
  endpoints = endpointsOf(server);
});
afterAll(() => server.stop());

const own = (name: string) => `${user.userId}/${name}`;
const now = () => Math.floor(Date.now() / 1000);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Shows a token at every door. @returns the doors that did not refuse it, with their answers */
async function openedBy(token: string, except: readonly string[] = []): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(endpoints)
      .filter(([name]) => !except.includes(name))
      .map(async ([name, knock]) => ({ name, ...(await knock(token)) })),
  );
  return answers
    .filter(({ status }) => status < 400 || status >= 500)
    .map(({ name, status }) => `${name}: ${status}`);
}

type Forger = () => Promise<string> | string;
/** Every claim of a good token, under other signatures. */
const forgeries: Record<string, Forger> = {
  'alg none': () =>
    `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...payloadOf(user.accessToken), role: 'service_role' })}.`,
  'alg None with a signature': () => {
    const [, payload, signature] = user.accessToken.split('.');
    return `${encode({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`;
  },
  'no signature': () => user.accessToken.replace(/[^.]*$/, ''),
  'an empty signature under ES256': () =>
    user.accessToken.replace(/[^.]*$/, Buffer.alloc(64).toString('base64url')),
  'other claims under the signature': () => {
    const [head, payload, signature] = user.accessToken.split('.');
    const claims = { ...payloadOf(`.${payload}.`), role: 'service_role' };
    return `${head}.${encode(claims)}.${signature}`;
  },
  'another key under our kid': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    return signed(privateKey, { alg: 'ES256', kid: kid() });
  },
  'another key under an unknown kid': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    return signed(privateKey, { alg: 'ES256', kid: randomUUID() });
  },
  'a key that the token brings along (jwk)': async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    return signed(privateKey, { alg: 'ES256', kid: kid(), jwk: await exportJWK(publicKey) });
  },
  'a key that the token names (jku, x5u)': async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const address = `${server.url}/auth/v1/.well-known/jwks.json`;
    return signed(privateKey, { alg: 'ES256', kid: kid(), jku: address, x5u: address });
  },
  'a kid that is a path or SQL': async () => {
    const secret = Buffer.alloc(32);
    return signed(secret, { alg: 'HS256', kid: `../../../../dev/null' or 1=1 --` });
  },
  'HS256 with the public key as JSON': () =>
    signed(Buffer.from(JSON.stringify(published())), { alg: 'HS256', kid: kid() }),
  'HS256 with the public key as PEM': async () => {
    const pem = await exportSPKI((await importJWK(published(), 'ES256')) as never);
    return signed(Buffer.from(pem), { alg: 'HS256', kid: kid() });
  },
  'HS256 with the public key as PEM and no kid': async () => {
    const pem = await exportSPKI((await importJWK(published(), 'ES256')) as never);
    return signed(Buffer.from(pem), { alg: 'HS256' });
  },
  'HS256 with an empty secret': () => signed(Buffer.alloc(32), { alg: 'HS256' }),
  'HS256 with the publishable key': () =>
    signed(Buffer.from(server.ctx.apiKeys.publishable), { alg: 'HS256' }),
  expired: () => server.ctx.signingKeys.sign({ ...payloadOf(user.accessToken), exp: now() - 1 }),
  'not valid yet': () => server.ctx.signingKeys.sign({ ...payloadOf(user.accessToken), nbf: now() + 600 }),
  'without a role': () => server.ctx.signingKeys.sign({ ...payloadOf(user.accessToken), role: undefined }),
  'with a role that is no text': () =>
    server.ctx.signingKeys.sign({ ...payloadOf(user.accessToken), role: ['service_role'] }),
  'an unknown critical extension': () =>
    user.accessToken.replace(/^[^.]*/, encode({ ...headerOf(user.accessToken), crit: ['b64'], b64: false })),
  'four parts': () => `${user.accessToken}.x`,
  'an encrypted token’s five parts': () => 'a.b.c.d.e',
  'a nested JSON header': () => `${encode([{ alg: 'ES256' }])}.e30.e30`,
  'an opaque key that is not ours': () => `sb_secret_${'x'.repeat(43)}`,
  'a prefix of the secret key': () => server.ctx.apiKeys.secret.slice(0, -1),
};
const kid = () => headerOf(user.accessToken).kid as string;
const published = () => server.ctx.signingKeys.jwks().keys[0] as Record<string, string>;
const signed = (key: Parameters<SignJWT['sign']>[0], header: { alg: string; [more: string]: unknown }) =>
  new SignJWT({ ...payloadOf(user.accessToken), role: 'service_role', exp: now() + 600 })
    .setProtectedHeader(header)
    .sign(key);

describe('a forged or outdated token', () => {
  it.each(Object.keys(forgeries))('%s opens no door', async (name) => {
    const token = await (forgeries[name] as Forger)();
    // A socket whose token is an opaque key uses its own key, which was valid, and sees that key's
    // data.
    const except = token.startsWith('sb_') ? ['realtime: join'] : [];
    expect(await openedBy(token, except)).toEqual([]);
  });

  it('a good one opens them, so that the doors above are real ones', async () => {
    const opened: string[] = [];
    for (const name of [
      'auth: user',
      'rest: read',
      'storage: buckets',
      'functions: translate',
      'realtime: handshake',
      'realtime: join',
      'realtime: broadcast over HTTP',
    ]) {
      const answer = await (endpoints[name] as Endpoint)(user.accessToken);
      if (answer.status < 400) opened.push(name);
      else throw new Error(`${name}: ${answer.status} ${answer.text}`);
    }
    expect(opened).toHaveLength(7);
  });
});

describe('a token for another purpose', () => {
  const purposes: Record<string, Forger> = {
    'a signed URL’s': async () => {
      const { data } = await user.client.storage.from('own').createSignedUrl(own('card.txt'), 60);
      return new URL(data?.signedUrl ?? '').searchParams.get('token') as string;
    },
    'a signed upload URL’s': async () =>
      (await user.client.storage.from('own').createSignedUploadUrl(own(`${randomUUID()}.txt`))).data
        ?.token as string,
    'a refresh token': async () =>
      (await user.client.auth.getSession()).data.session?.refresh_token as string,
    'a purpose of the server’s own, with a subject': () =>
      server.ctx.signingKeys.sign({ aud: 'storage.download', sub: user.userId, exp: now() + 60 }),
  };

  it.each(Object.keys(purposes))('%s opens no door of any service', async (name) => {
    expect(await openedBy(await (purposes[name] as Forger)())).toEqual([]);
  });

  it('an access token is no signed URL, of either kind, whatever audience and url it claims', async () => {
    const path = `own/${own('card.txt')}`;
    const tokens = [
      user.accessToken,
      await server.ctx.signingKeys.sign({
        ...payloadOf(user.accessToken),
        aud: 'storage.download',
        url: path,
      }),
      await server.ctx.signingKeys.sign({
        ...payloadOf(user.accessToken),
        aud: 'storage.upload',
        url: path,
        upsert: true,
        owner: null,
      }),
    ];
    for (const token of tokens) {
      const get = await fetch(`${server.url}/storage/v1/object/sign/${path}?token=${token}`);
      expect(get.status).toBe(400);
      const put = await fetch(`${server.url}/storage/v1/object/upload/sign/${path}?token=${token}`, {
        method: 'PUT',
        body: 'overwritten',
      });
      expect(put.status).toBe(400);
    }
    const { data } = await user.client.storage.from('own').download(own('card.txt'));
    expect(await data?.text()).toBe('card');
  });
});

describe('a token of another audience', () => {
  it('is no user of the auth service', async () => {
    for (const aud of ['storage', 'other-project', ['other', 'authenticated']]) {
      const token = await server.ctx.signingKeys.sign({ ...payloadOf(user.accessToken), aud });
      for (const endpoint of ['auth: user', 'auth: change of the user', 'auth: sign-out', 'auth: factors']) {
        const { status } = await (endpoints[endpoint] as Endpoint)(token);
        expect({ aud, door: endpoint, status }).toEqual({ aud, door: endpoint, status: 403 });
      }
    }
  });
});

describe('a token of another role', () => {
  it('a user’s does not administrate, whatever its metadata claim', async () => {
    const claims = {
      ...payloadOf(user.accessToken),
      app_metadata: { role: 'service_role', claims_admin: true },
      user_metadata: { role: 'service_role' },
    };
    const { status, text } = await (endpoints['auth: administration'] as Endpoint)(
      await server.ctx.signingKeys.sign(claims),
    );
    expect({ status, text }).toMatchObject({ status: 403, text: expect.stringContaining('not_admin') });
  });

  it('names of the database’s own roles grant no rights', async () => {
    const [{ owner } = { owner: '' }] = await server.sql<{ owner: string }>('select current_user as owner');
    const roles = [
      owner,
      'postgres',
      'pg_read_all_data',
      'pg_write_server_files',
      'supabase_admin',
      'authenticator',
      'PUBLIC',
      'none',
      'service_role"; reset role; --',
      'authenticated, service_role',
      'x'.repeat(100),
    ];
    for (const role of roles) {
      const token = await server.ctx.signingKeys.sign({ role, sub: user.userId, exp: now() + 60 });
      for (const endpoint of [
        'rest: read',
        'rest: write',
        'storage: buckets',
        'storage: upload',
        'functions: translate',
      ]) {
        const { status } = await (endpoints[endpoint] as Endpoint)(token);
        expect({ role, door: endpoint, refused: status >= 400 && status < 500 }).toEqual({
          role,
          door: endpoint,
          refused: true,
        });
      }
    }
  });

  it('signing up, and changing oneself, gives no role', async () => {
    const email = `${randomUUID()}@fair.example`;
    const { body } = await call(server, '/signup', {
      body: {
        email,
        password: 'a long enough password',
        role: 'service_role',
        aud: 'admin',
        app_metadata: { role: 'service_role' },
        is_super_admin: true,
        data: { role: 'service_role', app_metadata: { role: 'service_role' } },
      },
    });
    expect(payloadOf(body.access_token)).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    const changed = await call(server, '/user', {
      method: 'PUT',
      bearer: body.access_token,
      body: { role: 'service_role', aud: 'admin', is_anonymous: false, email_confirm: true },
    });
    expect(changed.body).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
  });
});
