import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, payloadOf } from './call.ts';
import { begin, providerSettings, signInAs, travel } from './external.ts';
import { DENIES, startIdentityProvider, type TestIdentityProvider } from './identity-provider.ts';
import { type MailServer, openLink, startMailServer } from './mails.ts';
import { memoryClient } from './memory-client.ts';

let idp: TestIdentityProvider;
let server: MailServer;
beforeAll(async () => {
  idp = await startIdentityProvider();
  server = await startMailServer(providerSettings(idp));
  idp.admit({ redirectUri: `${server.url}/auth/v1/callback` });
  idp.people.set('ada', {
    email: 'Ada@fair.example',
    email_verified: true,
    name: 'Ada Fair',
    picture: 'https://pictures.example/ada.png',
  });
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

describe('a sign-in with an account of another service', () => {
  it('makes an account, and gives the client that has the verifier a session', async () => {
    const { arrival, result } = await signInAs(server, idp, 'ada', {
      redirectTo: `${server.url}/overview?sb_flow_id=7`,
    });
    expect(result.error).toBeNull();
    expect(arrival.status).toBe(302);
    expect(arrival.url.href).toMatch(/\/overview\?sb_flow_id=7&code=[0-9a-f-]{36}$/);
    const { user, session } = result.data;
    expect(user).toMatchObject({
      email: 'ada@fair.example',
      is_anonymous: false,
      app_metadata: { provider: 'acme', providers: ['acme'] },
      user_metadata: {
        iss: idp.issuer,
        sub: 'ada',
        full_name: 'Ada Fair',
        avatar_url: 'https://pictures.example/ada.png',
        email: 'ada@fair.example',
        email_verified: true,
      },
      identities: [{ id: 'ada', provider: 'acme', identity_data: { sub: 'ada', email: 'ada@fair.example' } }],
    });
    expect(user?.email_confirmed_at).toBeTruthy();
    expect(payloadOf(session?.access_token ?? '')).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] });
    expect(session?.provider_token).toBeTruthy();
    expect(session?.provider_refresh_token).toBeTruthy();
  });

  it('leads to the same account the next time, and follows what the provider says', async () => {
    idp.people.set('bob', { email: 'bob@fair.example', email_verified: true, name: 'Bob' });
    const first = await signInAs(server, idp, 'bob');
    idp.people.set('bob', { email: 'bob@fair.example', email_verified: true, name: 'Robert' });
    const second = await signInAs(server, idp, 'bob');
    expect(second.result.data.user?.id).toBe(first.result.data.user?.id);
    expect(second.result.data.user?.user_metadata.full_name).toBe('Robert');
    expect(second.result.data.user?.identities).toHaveLength(1);
  });

  it('gives a client without a challenge its tokens in the fragment', async () => {
    const client = memoryClient(server, 'implicit');
    const { url, given } = await travel(server, idp, await begin(client, 'ada'));
    expect(url.origin).toBe(server.url);
    expect(url.search).toBe('');
    expect([...given.keys()].sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_refresh_token',
      'provider_token',
      'refresh_token',
      'sb',
      'token_type',
    ]);
    const { data, error } = await client.auth.setSession({
      access_token: given.get('access_token') ?? '',
      refresh_token: given.get('refresh_token') ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe('ada@fair.example');
  });

  it('makes one account of two first sign-ins at once', async () => {
    idp.people.set('twice', { email: 'twice@fair.example', email_verified: true });
    const both = await Promise.all([signInAs(server, idp, 'twice'), signInAs(server, idp, 'twice')]);
    const [a, b] = both.map(({ result }) => result.data.user?.id);
    expect(a).toBeTruthy();
    expect(b).toBe(a);
  });

  it('needs no address', async () => {
    idp.people.set('mailless', { name: 'No Mail' });
    const { result } = await signInAs(server, idp, 'mailless');
    expect(result.error).toBeNull();
    expect(result.data.user).toMatchObject({ email: '', user_metadata: { full_name: 'No Mail' } });
  });

  it('can be followed by a password of one’s own', async () => {
    const email = 'own-password@fair.example';
    idp.people.set('own-password', { email, email_verified: true });
    const { client, result } = await signInAs(server, idp, 'own-password');
    const password = 'a long enough password';
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    const { data } = await server.client().auth.signInWithPassword({ email, password });
    expect(data.user?.id).toBe(result.data.user?.id);
  });

  it('passes on what the client says to the provider, except what the flow decides', async () => {
    const client = memoryClient(server, 'pkce');
    const url = await begin(client, 'ada', {
      scopes: 'offline_access',
      queryParams: {
        prompt: 'consent',
        client_id: 'evil',
        state: 'evil',
        response_type: 'token',
        Nonce: 'evil',
      },
    });
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    const { searchParams, origin, pathname } = new URL(answer.headers.get('location') ?? '');
    expect(`${origin}${pathname}`).toBe(`${idp.issuer}/auth`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'dragoman',
      redirect_uri: `${server.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile offline_access',
      prompt: 'consent',
      login_hint: 'ada',
      code_challenge_method: 'S256',
    });
    expect(searchParams.get('state')).toMatch(/^[0-9a-f-]{36}$/);
    expect([...searchParams.keys()]).not.toContain('Nonce');
    expect([...searchParams.keys()]).not.toContain('provider');
  });

  it('keeps neither the provider’s tokens nor the code in clear', async () => {
    const client = memoryClient(server, 'pkce');
    const { url } = await travel(server, idp, await begin(client, 'ada'));
    const [kept] = await server.sql<{ kept: string }>(
      `select (select string_agg(f::text || coalesce(encode(provider_tokens_sealed, 'escape'), ''), ' ') from auth.flow_states f)
         || (select string_agg(e::text, ' ') from auth.external_flows e) as kept`,
    );
    const code = url.searchParams.get('code') ?? '';
    const { data } = await client.auth.exchangeCodeForSession(code);
    expect(data.session?.provider_token).toBeTruthy();
    for (const secret of [code, data.session?.provider_token, data.session?.provider_refresh_token]) {
      expect(kept?.kept).not.toContain(secret);
    }
  });

  it('tells in the settings what is offered', async () => {
    const { body } = await call(server, '/settings');
    expect(body.external).toMatchObject({
      acme: true,
      google: false,
      apple: false,
      azure: false,
      github: false,
    });
  });
});

describe('a sign-in that fails', () => {
  it.each(['pkce', 'implicit'] as const)('tells a %s client that the person said no', async (flowType) => {
    const client = memoryClient(server, flowType);
    const redirectTo = `${server.url}/login`;
    const { url, given } = await travel(server, idp, await begin(client, DENIES, { redirectTo }));
    expect(url.href.startsWith(`${redirectTo}?`)).toBe(true);
    for (const parameters of [url.searchParams, given]) {
      expect(Object.fromEntries(parameters)).toMatchObject({
        error: 'access_denied',
        error_code: 'access_denied',
        error_description: 'The person said no',
      });
    }
  });

  it.each([
    ['an unknown provider', 'nobody', 'the provider could not be found'],
    ['one that is off', 'google', 'provider is not enabled'],
    ['none', '', 'the provider could not be found'],
    ['a name of the language', 'constructor', 'the provider could not be found'],
  ])('refuses %s at once', async (_case, provider, message) => {
    const answer = await call(server, `/authorize?provider=${provider}`, { headers: { apikey: null } });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: `Unsupported provider: ${message}` },
    });
  });

  it.each(['code_challenge=short&code_challenge_method=s256', `code_challenge=${'a'.repeat(43)}`])(
    'refuses the challenge %s',
    async (query) => {
      const answer = await call(server, `/authorize?provider=acme&${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    },
  );

  it('does not let a banned user in', async () => {
    idp.people.set('banned', { email: 'banned@fair.example', email_verified: true });
    await signInAs(server, idp, 'banned');
    await server.sql(`update auth.users set banned_until = 'infinity' where email = 'banned@fair.example'`);
    const client = memoryClient(server, 'pkce');
    const { url } = await travel(server, idp, await begin(client, 'banned'));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    });
  });
});

describe('an address that the provider does not vouch for', () => {
  it('must be confirmed by mail before the first sign-in', async () => {
    idp.people.set('unproved', { email: 'unproved@fair.example', email_verified: false });
    const { arrival } = await signInAs(server, idp, 'unproved');
    expect(arrival.url.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    expect(arrival.given.get('error_description')).toContain('confirmation email has been sent');
    const { target } = await openLink((await server.mailTo('unproved@fair.example')).link);
    expect(target.searchParams.get('code')).toBeTruthy();
    const { error, result } = await signInAs(server, idp, 'unproved');
    expect(error).toBeNull();
    expect(result.data.user?.identities?.[0]?.identity_data?.email_verified).toBe(true);
  });
});
