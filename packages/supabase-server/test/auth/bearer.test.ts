import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { call, headerOf, payloadOf } from './call.ts';

const SECRET = 'a-shared-secret-of-more-than-32-characters';
const now = () => Math.floor(Date.now() / 1000);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function answerTo(bearer: string | undefined): Promise<string> {
  const { status, body } = await call(server, '/user', bearer === undefined ? {} : { bearer });
  return status === 200 ? 'accepted' : `${status} ${body.code}`;
}

describe('bearer checks', () => {
  it('asks for a token', async () => {
    expect(await answerTo(undefined)).toBe('401 no_authorization');
    const basic = await call(server, '/user', { headers: { authorization: 'Basic eDp5' } });
    expect(basic).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    expect(await answerTo(server.ctx.apiKeys.publishable)).toBe('403 bad_jwt');
  });

  it('refuses forged, unsigned, expired and premature tokens', async () => {
    const { accessToken } = await server.signUp();
    const [head, , signature] = accessToken.split('.') as [string, string, string];
    const claims = payloadOf(accessToken);
    const { privateKey } = await generateKeyPair('ES256');
    const sign = (more: object, kid = headerOf(accessToken).kid as string) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    const forged = {
      'other claims under the signature': `${head}.${encode({ ...claims, role: 'service_role' })}.${signature}`,
      'no signature': `${head}.${encode(claims)}.`,
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`,
      'another key under our kid': await sign({}),
      'an unknown kid': await sign({}, randomUUID()),
      'not a token': 'abc',
      'two parts': 'abc.def',
      expired: await server.ctx.signingKeys.sign({ ...claims, exp: now() - 1 }),
      'not valid yet': await server.ctx.signingKeys.sign({ ...claims, nbf: now() + 600 }),
    };
    for (const [name, token] of Object.entries(forged)) {
      expect(await answerTo(token), name).toBe('403 bad_jwt');
    }
    const { body } = await call(server, '/user', { bearer: forged['alg none'] });
    expect(body.message).toMatch(/^invalid JWT: unable to parse or verify signature/);
    expect(await answerTo(accessToken)).toBe('accepted');
  });

  it('refuses a public key used as a shared secret', async () => {
    const { accessToken } = await server.signUp();
    const published = server.ctx.signingKeys.jwks().keys[0];
    const token = await new SignJWT(payloadOf(accessToken))
      .setProtectedHeader({ alg: 'HS256', kid: published?.kid as string })
      .sign(Buffer.from(JSON.stringify(published)));
    expect(await answerTo(token)).toBe('403 bad_jwt');
  });

  it('checks subject, audience and session of tokens that are well signed', async () => {
    const { accessToken, userId } = await server.signUp();
    const stranger = await server.signUp();
    const claims = payloadOf(accessToken);
    const { sub: _sub, ...withoutSubject } = claims;
    const { session_id: _session, ...withoutSession } = claims;
    const cases: Array<[string, Record<string, unknown>, string]> = [
      ['no subject', withoutSubject, '403 bad_jwt'],
      ['a subject that is no UUID', { ...claims, sub: 'admin' }, '400 bad_jwt'],
      ['an unknown subject', { ...withoutSession, sub: randomUUID() }, '403 user_not_found'],
      ['another audience', { ...claims, aud: 'storage' }, '403 bad_jwt'],
      ['no audience', { ...claims, aud: undefined }, '400 validation_failed'],
      ['an unknown session', { ...claims, session_id: randomUUID() }, '403 session_not_found'],
      ['a session that is no UUID', { ...claims, session_id: 'x' }, '403 bad_jwt'],
      ['another user’s session', { ...claims, sub: stranger.userId }, '403 session_not_found'],
      ['no session', { ...withoutSession, sub: userId }, 'accepted'],
    ];
    for (const [name, payload, expected] of cases) {
      expect(await answerTo(await server.ctx.signingKeys.sign(payload)), name).toBe(expected);
    }
  });

  it('refuses banned and deleted users', async () => {
    const banned = await server.signUp();
    await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
      banned.userId,
    ]);
    expect(await answerTo(banned.accessToken)).toBe('403 user_banned');
    const softly = await server.signUp();
    await server.sql('update auth.users set deleted_at = now() where id = $1', [softly.userId]);
    expect(await answerTo(softly.accessToken)).toBe('403 user_not_found');
    const deleted = await server.signUp();
    await server.sql('delete from auth.users where id = $1', [deleted.userId]);
    expect(await answerTo(deleted.accessToken)).toBe('403 user_not_found');
    const { error } = await deleted.client.auth.getUser();
    expect(error).toMatchObject({ status: 403, code: 'user_not_found' });
  });
});

describe('getClaims', () => {
  it('verifies ES256 by the published keys', async () => {
    const { client, userId, accessToken } = await server.signUp();
    expect(headerOf(accessToken)).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims).toMatchObject({ sub: userId, aud: 'authenticated' });
    const jwks = await call(server, '/.well-known/jwks.json', { headers: { apikey: null } });
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
    expect(jwks.body.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256' });
    expect(jwks.body.keys[0]).not.toHaveProperty('d');
  });

  it('asks the server with HS256', async () => {
    const shared = await startTestServer({ JWT_SECRET: SECRET });
    try {
      const { client, userId, accessToken } = await shared.signUp();
      expect(headerOf(accessToken).alg).toBe('HS256');
      const { data, error } = await client.auth.getClaims();
      expect(error).toBeNull();
      expect(data?.claims.sub).toBe(userId);
      expect((await client.auth.refreshSession()).error).toBeNull();
      const jwks = await call(shared, '/.well-known/jwks.json');
      expect(JSON.stringify(jwks.body)).not.toContain('oct');
    } finally {
      await shared.stop();
    }
  });
});

describe('API keys', () => {
  it('must come with every call but health and jwks', async () => {
    for (const path of ['/health', '/.well-known/jwks.json']) {
      expect((await call(server, path, { headers: { apikey: null } })).status, path).toBe(200);
    }
    const { accessToken } = await server.signUp();
    for (const apikey of [null, 'sb_publishable_nonsense_nonsense', 'nonsense', accessToken]) {
      const answer = await call(server, '/settings', { headers: { apikey } });
      expect(answer, String(apikey)).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    }
    for (const apikey of [server.ctx.apiKeys.publishable, server.ctx.apiKeys.secret]) {
      expect((await call(server, '/settings', { headers: { apikey } })).status).toBe(200);
    }
  });

  it('may be the older JWT keys, signed with the shared secret', async () => {
    const shared = await startTestServer({ JWT_SECRET: SECRET });
    try {
      const legacy = (role: string, exp = now() + 3600) =>
        new SignJWT({ role, iss: 'fair', exp })
          .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
          .sign(Buffer.from(SECRET));
      for (const role of ['anon', 'service_role']) {
        const { data, error } = await shared
          .client(await legacy(role))
          .auth.signUp({ email: `${role}@fair.example`, password: 'a long enough password' });
        expect(error, role).toBeNull();
        expect(data.session, role).not.toBeNull();
      }
      for (const key of [await legacy('authenticated'), await legacy('anon', now() - 10)]) {
        expect((await call(shared, '/settings', { headers: { apikey: key } })).status).toBe(401);
      }
    } finally {
      await shared.stop();
    }
  });

  it('leave the choice of the signing key to JWT_KEYS', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'fair-key', alg: 'ES256' };
    const own = await startTestServer({ JWT_KEYS: JSON.stringify({ keys: [jwk] }) });
    try {
      const { client, accessToken } = await own.signUp();
      expect(headerOf(accessToken)).toMatchObject({ alg: 'ES256', kid: 'fair-key' });
      expect((await client.auth.getClaims()).error).toBeNull();
    } finally {
      await own.stop();
    }
  });
});
