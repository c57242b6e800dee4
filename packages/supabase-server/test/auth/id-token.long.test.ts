import { createHash, randomBytes } from 'node:crypto';
import type { Provider } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { ACME, providerSettings } from './external.ts';
import { makeSigningKey, startIdentityProvider, type TestIdentityProvider } from './identity-provider.ts';
import { memoryClient } from './memory-client.ts';

let idp: TestIdentityProvider;
let server: TestServer;
beforeAll(async () => {
  idp = await startIdentityProvider();
  server = await startTestServer({
    ...providerSettings(idp),
    AUTH_PROVIDERS: 'acme,github',
    AUTH_ACME_CLIENT_ID: 'dragoman, the-phone-app',
    AUTH_GITHUB_CLIENT_ID: 'c',
    AUTH_GITHUB_CLIENT_SECRET: 's',
    MANUAL_LINKING_ENABLED: 'true',
  });
  idp.admit({ redirectUri: `${server.url}/auth/v1/callback` });
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

const PERSON = { sub: 'phone-person', email: 'phone-person@fair.example', email_verified: true, name: 'P' };

const grant = (body: Record<string, unknown>, bearer?: string) =>
  call(server, '/token?grant_type=id_token', {
    body: { provider: 'acme', ...body },
    ...(bearer === undefined ? {} : { bearer }),
  });

const usersNamed = async (sub: string) =>
  (await server.sql('select 1 from auth.identities where provider_id = $1', [sub])).length;

describe('a sign-in with an ID token', () => {
  it('signs in, and again into the same account', async () => {
    const client = server.client();
    const first = await client.auth.signInWithIdToken({ provider: ACME, token: await idp.idToken(PERSON) });
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: PERSON.email,
      user_metadata: { full_name: 'P' },
      app_metadata: { provider: 'acme' },
    });
    expect(payloadOf(first.data.session?.access_token ?? '').amr).toMatchObject([{ method: 'oauth' }]);
    const again = await client.auth.signInWithIdToken({ provider: ACME, token: await idp.idToken(PERSON) });
    expect(again.data.user?.id).toBe(first.data.user?.id);
  });

  it('takes tokens meant for the operator’s other apps', async () => {
    const token = await idp.idToken({ ...PERSON, aud: 'the-phone-app' });
    expect((await grant({ id_token: token })).status).toBe(200);
  });

  it('takes the nonce whose hash the token has', async () => {
    const nonce = randomBytes(16).toString('hex');
    const hashed = createHash('sha256').update(nonce).digest('hex');
    const token = await idp.idToken({ ...PERSON, nonce: hashed });
    const { error } = await server.client().auth.signInWithIdToken({ provider: ACME, token, nonce });
    expect(error).toBeNull();
  });

  it('takes the access token that came with it', async () => {
    const accessToken = 'an access token of the provider';
    const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
    const token = await idp.idToken({ ...PERSON, at_hash: half });
    const { error } = await server
      .client()
      .auth.signInWithIdToken({ provider: ACME, token, access_token: accessToken });
    expect(error).toBeNull();
    expect(await grant({ id_token: token, access_token: 'another one' })).toMatchObject({
      status: 400,
      body: { error: 'invalid request' },
    });
  });

  it('joins the identity to the account of who asks for that', async () => {
    const { client, userId } = await server.signUp();
    const token = await idp.idToken({ sub: 'linked', email: 'linked@fair.example', email_verified: true });
    const { data, error } = await client.auth.linkIdentity({ provider: ACME, token });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'acme']);
    const other = await server.signUp();
    const taken = await grant({ id_token: token, link_identity: true }, other.accessToken);
    expect(taken).toMatchObject({ status: 422, body: { code: 'identity_already_exists' } });
    const nobody = await grant({ id_token: token, link_identity: true });
    expect(nobody.status).toBe(401);
  });
});

describe('an ID token that does not hold', () => {
  const hour = 3600;
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, () => Promise<string>]>([
    ['signed with another key', () => idp.idToken({ sub: 'forged' }, { key: makeSigningKey() })],
    ['meant for another client', () => idp.idToken({ sub: 'forged', aud: 'another' })],
    ['of another issuer', () => idp.idToken({ sub: 'forged', iss: 'https://evil.example' })],
    ['expired', () => idp.idToken({ sub: 'forged', iat: now() - 2 * hour, exp: now() - hour })],
    ['not valid yet', () => idp.idToken({ sub: 'forged', nbf: now() + hour })],
    ['without a subject', () => idp.idToken({ email: 'forged@fair.example' })],
    ['that is no token', async () => 'nonsense'],
    [
      'without a signature',
      async () => {
        const [, payload] = (await idp.idToken({ sub: 'forged' })).split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
      },
    ],
    [
      'with other claims than were signed',
      async () => {
        const [header, , signature] = (await idp.idToken({ sub: 'somebody' })).split('.');
        const claims = { iss: idp.issuer, aud: 'dragoman', sub: 'forged', iat: now(), exp: now() + hour };
        return `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
      },
    ],
  ])('is refused when it is %s', async (_case, make) => {
    const { error, data } = await server
      .client()
      .auth.signInWithIdToken({ provider: ACME, token: await make() });
    expect(error?.status).toBe(400);
    expect(data.session).toBeNull();
    expect(await usersNamed('forged')).toBe(0);
  });

  it('is refused in OAuth’s form', async () => {
    const token = await idp.idToken({ sub: 'forged', aud: 'another' });
    expect(await grant({ id_token: token })).toMatchObject({
      status: 400,
      body: { error: 'invalid request', error_description: 'Unacceptable audience in id_token' },
    });
    expect(await grant({})).toMatchObject({ status: 400, body: { error: 'invalid request' } });
  });

  it.each<[string, string | undefined, string | undefined, string]>([
    ['is another', 'mine', 'yours', 'invalid nonce'],
    ['is in the token alone', 'mine', undefined, 'invalid request'],
    ['is in the request alone', undefined, 'mine', 'invalid request'],
  ])('is refused when the nonce %s', async (_case, inToken, given, error) => {
    const hashed = inToken && createHash('sha256').update(inToken).digest('hex');
    const token = await idp.idToken({ ...PERSON, ...(hashed ? { nonce: hashed } : {}) });
    const answer = await grant({ id_token: token, ...(given ? { nonce: given } : {}) });
    expect(answer).toMatchObject({ status: 400, body: { error } });
  });

  it.each([
    ['google', 'provider_disabled'],
    ['nobody', 'validation_failed'],
    ['github', 'validation_failed'],
  ])('is refused for the provider %s', async (provider, code) => {
    const token = await idp.idToken(PERSON);
    expect(await grant({ provider, id_token: token })).toMatchObject({ status: 400, body: { code } });
  });
});

describe('a provider that is out of reach', () => {
  it('does not keep the server from starting; its sign-ins fail as an outage does', async () => {
    const gone = await startIdentityProvider();
    await gone.stop();
    const lonely = await startTestServer(providerSettings(gone));
    try {
      expect((await call(lonely, '/health')).status).toBe(200);
      expect((await call(lonely, '/authorize?provider=acme')).status).toBe(500);
      const { error } = await memoryClient(lonely, 'implicit').auth.signInWithIdToken({
        provider: 'acme' as Provider,
        token: await idp.idToken(PERSON),
      });
      expect(error?.name).toBe('AuthRetryableFetchError');
    } finally {
      await lonely.stop();
    }
  });
});
