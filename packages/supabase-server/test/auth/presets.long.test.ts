import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { call } from './call.ts';
import { begin, providerSettings, signInAs, travel } from './external.ts';
import { GITHUB_CLIENT, startGitHub, type TestGitHub } from './github.ts';
import { CLIENT_ID, type ProviderOptions, startIdentityProvider } from './identity-provider.ts';
import { memoryClient } from './memory-client.ts';

const closing: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server whose provider `name` is one that we run, in place of the real one. */
async function startWith(name: string, options: ProviderOptions, env: Record<string, string> = {}) {
  const idp = await startIdentityProvider(options);
  closing.push(idp.stop);
  const server = await startTestServer({ ...providerSettings(idp, name), ...env });
  closing.push(server.stop);
  idp.admit({ redirectUri: `${server.url}/auth/v1/callback` });
  return { idp, server };
}

describe('Google', () => {
  it('signs people in by the claims of its ID token', async () => {
    const { idp, server } = await startWith('google', { claimsIn: 'id_token' });
    idp.people.set('gina', { email: 'gina@fair.example', email_verified: true, name: 'Gina' });
    const { result } = await signInAs(server, idp, 'gina', {
      provider: 'google',
      queryParams: { access_type: 'offline' },
    });
    expect(result.data.user).toMatchObject({
      email: 'gina@fair.example',
      app_metadata: { provider: 'google' },
      user_metadata: { full_name: 'Gina' },
    });
    expect((await call(server, '/settings')).body.external).toMatchObject({ google: true, apple: false });
  });
});

describe('Microsoft', () => {
  it.each([
    ['joins nothing by an address that the directory does not own', undefined, false],
    ['joins nothing by one that it owns not', false, false],
    ['joins accounts by an address whose domain the directory owns', true, true],
  ])('%s', async (_case, owned, joined) => {
    const { idp, server } = await startWith('azure', { claimsIn: 'id_token' });
    // The administrator of any directory can write any address into an account, and call it
    // verified.
    idp.people.set('mia', { email: 'mia@fair.example', email_verified: true, xms_edov: owned });
    await server.signUp('mia@fair.example');
    await server.sql(
      `update auth.identities set identity_data = identity_data || '{"email_verified": true}'`,
    );
    const { result } = await signInAs(server, idp, 'mia', { provider: 'azure' });
    expect(result.data.user?.identities?.map(({ provider }) => provider)).toEqual(
      joined ? ['email', 'azure'] : ['azure'],
    );
  });
});

describe('Apple', () => {
  const TEAM = 'TEAM123456';
  const KEY = 'KEY1234567';
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

  async function startApple(): ReturnType<typeof startWith> {
    const checkSecret = async (secret: string, issuer: string) => {
      const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(privateKey), {
        issuer: TEAM,
        audience: issuer,
        subject: CLIENT_ID,
        algorithms: ['ES256'],
        requiredClaims: ['exp', 'iat'],
      });
      if (protectedHeader.kid !== KEY) throw new Error('another key');
      if ((payload.exp ?? 0) - (payload.iat ?? 0) > 15_777_000) throw new Error('longer than six months');
    };
    return startWith(
      'apple',
      { claimsIn: 'id_token', pkce: false, checkSecret },
      {
        AUTH_APPLE_TEAM_ID: TEAM,
        AUTH_APPLE_KEY_ID: KEY,
        AUTH_APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
      },
    );
  }

  it('posts its answer, and takes a secret that our key has signed', async () => {
    const { idp, server } = await startApple();
    idp.people.set('ann', { email: 'ann@fair.example', email_verified: 'true' });
    const { arrival, result } = await signInAs(server, idp, 'ann', { provider: 'apple' });
    expect(arrival.status).toBe(303);
    expect(result.error).toBeNull();
    expect(result.data.user).toMatchObject({
      email: 'ann@fair.example',
      app_metadata: { provider: 'apple' },
    });
    expect(result.data.user?.email_confirmed_at).toBeTruthy();
  });

  it('tells an implicit client its tokens, too', async () => {
    const { idp, server } = await startApple();
    idp.people.set('abe', { email: 'abe@fair.example', email_verified: true });
    const url = await begin(memoryClient(server, 'implicit'), 'abe', { provider: 'apple' });
    expect((await travel(server, idp, url)).given.get('access_token')).toBeTruthy();
  });
});

describe('GitHub', () => {
  async function startWithGitHub(): Promise<{ github: TestGitHub; server: TestServer }> {
    const github = await startGitHub();
    closing.push(github.stop);
    const server = await startTestServer({
      AUTH_PROVIDERS: 'github',
      AUTH_GITHUB_ISSUER: github.url,
      AUTH_GITHUB_API_URL: github.url,
      AUTH_GITHUB_CLIENT_ID: GITHUB_CLIENT.id,
      AUTH_GITHUB_CLIENT_SECRET: GITHUB_CLIENT.secret,
      AUTH_EMAIL_CONFIRM: 'true',
    });
    closing.push(server.stop);
    return { github, server };
  }
  const comeBy = async (server: TestServer, github: TestGitHub, login: string) =>
    signInAs(server, { issuer: github.url }, login, { provider: 'github', queryParams: { login } });

  it('signs people in by what its API tells of them', async () => {
    const { github, server } = await startWithGitHub();
    github.people.set('octo', {
      id: 583_231,
      login: 'octo',
      name: 'Octo Cat',
      avatar_url: 'https://pictures.example/octo.png',
      emails: [
        { email: 'old@fair.example', primary: false, verified: false, visibility: null },
        { email: 'octo@fair.example', primary: true, verified: true, visibility: 'private' },
      ],
    });
    const { result } = await comeBy(server, github, 'octo');
    expect(result.error).toBeNull();
    expect(result.data.user).toMatchObject({
      email: 'octo@fair.example',
      app_metadata: { provider: 'github' },
      user_metadata: { user_name: 'octo', full_name: 'Octo Cat', provider_id: '583231' },
      identities: [{ id: '583231' }],
    });
    expect(result.data.session?.provider_token).toMatch(/^gho_/);
    expect(result.data.session?.provider_refresh_token).toBeFalsy();
  });

  it('refuses an address that GitHub has not verified', async () => {
    const { github, server } = await startWithGitHub();
    const emails = [{ email: 'x@fair.example', primary: true, verified: false, visibility: null }];
    github.people.set('x', { id: 1, login: 'x', name: null, emails });
    const { arrival } = await comeBy(server, github, 'x');
    expect(arrival.url.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  });

  it('passes on that the person said no', async () => {
    const { github, server } = await startWithGitHub();
    const { arrival } = await comeBy(server, github, 'nobody');
    expect(arrival.url.searchParams.get('error')).toBe('access_denied');
  });
});
