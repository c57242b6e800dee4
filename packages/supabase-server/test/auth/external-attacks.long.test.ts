import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { createBrowser } from './browser.ts';
import { call } from './call.ts';
import { begin, providerSettings, signInAs, travel } from './external.ts';
import { startIdentityProvider, type TestIdentityProvider } from './identity-provider.ts';
import { type MailServer, openLink, startMailServer } from './mails.ts';
import { memoryClient } from './memory-client.ts';

const PASSWORD = 'a long enough password';

let idp: TestIdentityProvider;
let server: MailServer;
beforeAll(async () => {
  idp = await startIdentityProvider();
  server = await startMailServer(providerSettings(idp));
  idp.admit({ redirectUri: `${server.url}/auth/v1/callback` });
  idp.people.set('ada', { email: 'ada@fair.example', email_verified: true });
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

/** Signs a user up with a password, and confirms the address if they own it. */
async function signUp(email: string, { confirm }: { confirm: boolean }): Promise<void> {
  const { error } = await server.client().auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  const { link } = await server.mailTo(email);
  if (confirm) await openLink(link);
}

const withPassword = (email: string) =>
  server.client().auth.signInWithPassword({ email, password: PASSWORD });

describe('an account with the same address', () => {
  it('is joined when both sides have proved the address, and keeps its password', async () => {
    const email = 'both@fair.example';
    await signUp(email, { confirm: true });
    idp.people.set('both', { email, email_verified: true });
    const { result } = await signInAs(server, idp, 'both');
    const own = await withPassword(email);
    expect(own.error).toBeNull();
    expect(result.data.user?.id).toBe(own.data.user?.id);
    expect(own.data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'acme'] });
  });

  it('is not joined by an address that the provider does not vouch for', async () => {
    const email = 'victim@fair.example';
    await signUp(email, { confirm: true });
    idp.people.set('claims', { email, email_verified: false });
    const { arrival } = await signInAs(server, idp, 'claims');
    expect(arrival.url.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    expect(arrival.url.searchParams.has('code')).toBe(false);
    const own = await withPassword(email);
    expect(own.data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    expect(await server.mailsTo(email)).toHaveLength(1);
  });

  it('loses the password of the person who prepared it for the owner', async () => {
    const email = 'waited-for@fair.example';
    await signUp(email, { confirm: false });
    idp.people.set('owner', { email, email_verified: true });
    const { result } = await signInAs(server, idp, 'owner');
    expect(result.error).toBeNull();
    expect(result.data.user?.identities?.map(({ provider }) => provider)).toEqual(['acme']);
    expect(result.data.user?.app_metadata).toEqual({ provider: 'acme', providers: ['acme'] });
    expect((await withPassword(email)).error?.code).toBe('invalid_credentials');
  });

  it('is not left with an unproved identity when its owner comes by mail', async () => {
    const email = 'mail-owner@fair.example';
    idp.people.set('squatter', { email, email_verified: false });
    await signInAs(server, idp, 'squatter');
    await server.mailTo(email);
    await server.client().auth.signInWithOtp({ email });
    const { code } = await server.mailTo(email);
    const { data } = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    expect(data.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    const { arrival } = await signInAs(server, idp, 'squatter');
    expect(arrival.url.searchParams.has('code')).toBe(false);
  });
});

describe('where addresses count without a mail', () => {
  let open: TestServer;
  beforeAll(async () => {
    open = await startTestServer({ ...providerSettings(idp), AUTH_EMAIL_CONFIRM: 'false' });
    idp.admit({ redirectUri: `${open.url}/auth/v1/callback` });
  });
  afterAll(async () => {
    await open.stop();
    idp.admit({ redirectUri: `${server.url}/auth/v1/callback` });
  });

  it('an account with an unproved address passes to the owner of the address, and its sessions end', async () => {
    const squatter = await open.signUp('taken@fair.example', PASSWORD);
    idp.people.set('taken', { email: 'taken@fair.example', email_verified: true });
    const { result } = await signInAs(open, idp, 'taken');
    expect(result.data.user?.id).toBe(squatter.userId);
    expect(await call(open, '/user', { bearer: squatter.accessToken })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    });
    expect((await squatter.client.auth.refreshSession()).error).not.toBeNull();
    const { error } = await open
      .client()
      .auth.signInWithPassword({ email: 'taken@fair.example', password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('an account with another way in keeps its user, and loses the address only', async () => {
    idp.people.set('greedy', { email: 'greedy@fair.example', email_verified: true });
    const greedy = await signInAs(open, idp, 'greedy');
    await greedy.client.auth.updateUser({ email: 'wanted@fair.example', password: PASSWORD });
    idp.people.set('wanted', { email: 'wanted@fair.example', email_verified: true });
    const { result } = await signInAs(open, idp, 'wanted');
    expect(result.data.user?.email).toBe('wanted@fair.example');
    expect(result.data.user?.id).not.toBe(greedy.result.data.user?.id);
    const { data } = await greedy.client.auth.getUser();
    expect(data.user).toMatchObject({ email: '', app_metadata: { provider: 'acme', providers: ['acme'] } });
    const { error } = await open
      .client()
      .auth.signInWithPassword({ email: 'wanted@fair.example', password: PASSWORD });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('an address without the service’s confirmation joins no account', async () => {
    const owner = await open.signUp('owner@fair.example', PASSWORD);
    idp.people.set('unvouched', { email: 'owner@fair.example', email_verified: false });
    const { result } = await signInAs(open, idp, 'unvouched');
    expect(result.data.user?.id).not.toBe(owner.userId);
    expect(result.data.user?.email).toBe('');
  });

  it('no new user can enter when sign-up is off', async () => {
    const closed = await startTestServer({ ...providerSettings(idp), SIGNUP_ENABLED: 'false' });
    try {
      idp.admit({ redirectUri: `${closed.url}/auth/v1/callback` });
      const { arrival } = await signInAs(closed, idp, 'ada');
      expect(arrival.url.searchParams.get('error_code')).toBe('signup_disabled');
      expect(await closed.sql('select 1 from auth.users')).toEqual([]);
    } finally {
      idp.admit({ redirectUri: `${open.url}/auth/v1/callback` });
      await closed.stop();
    }
  });
});

describe('the state', () => {
  const callback = (query: string) =>
    fetch(`${server.url}/auth/v1/callback?${query}`, { redirect: 'manual' });

  /** Runs the flow up to the provider's response, without following it. */
  async function answerOf(
    url: string,
    browser = createBrowser(),
  ): Promise<{ answer: URL; browser: typeof browser }> {
    const first = await browser.open(url, [`${server.url}/auth/v1/authorize`]);
    const { url: answer } = await browser.open(first.url.href, [idp.issuer]);
    return { answer, browser };
  }

  it.each([
    ['is missing', 'code=x', 'bad_oauth_callback'],
    ['is no id', 'code=x&state=nonsense', 'bad_oauth_state'],
    ['is unknown', 'code=x&state=00000000-0000-4000-8000-000000000000', 'bad_oauth_state'],
  ])('leads to the site when it %s', async (_case, query, code) => {
    const answer = await callback(query);
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(`${server.url}/`);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      error: 'invalid_request',
      error_code: code,
    });
  });

  it('works once', async () => {
    const { answer } = await answerOf(await begin(memoryClient(server, 'pkce'), 'ada'));
    expect((await callback(answer.searchParams.toString())).status).toBe(302);
    const again = await callback(answer.searchParams.toString());
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).toContain('error_code=flow_state_already_used');
  });

  it('works once also when it comes many times at once', async () => {
    const { answer } = await answerOf(await begin(memoryClient(server, 'pkce'), 'ada'));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => callback(answer.searchParams.toString())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 303, 303, 303]);
  });

  it('is not used up by who asks for the head alone', async () => {
    const { answer } = await answerOf(await begin(memoryClient(server, 'pkce'), 'ada'));
    expect((await fetch(answer, { method: 'HEAD', redirect: 'manual' })).status).toBe(200);
    expect((await callback(answer.searchParams.toString())).headers.get('location')).toContain('?code=');
  });

  it('dies after five minutes', async () => {
    const { answer } = await answerOf(await begin(memoryClient(server, 'pkce'), 'ada'));
    await server.sql(`update auth.external_flows set created_at = now() - interval '301 seconds'`);
    const late = await callback(answer.searchParams.toString());
    expect(late.headers.get('location')).toContain('error_code=bad_oauth_state');
  });

  it('does not sign another browser in than the one that began', async () => {
    const { answer, browser } = await answerOf(await begin(memoryClient(server, 'implicit'), 'ada'));
    const victim = await travel(server, idp, answer.href, createBrowser());
    expect(victim.url.searchParams.get('error_code')).toBe('bad_oauth_state');
    expect(victim.url.hash).not.toContain('access_token');
    const own = await travel(server, idp, answer.href, browser);
    expect(own.given.get('access_token')).toBeTruthy();
  });

  it('keeps the cookie of a flow from scripts, other paths and other sites', async () => {
    const answer = await fetch(await begin(memoryClient(server, 'implicit'), 'ada'), {
      redirect: 'manual',
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^external-flow-[0-9a-f-]{36}=[\w-]{43};/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/auth/v1/callback', 'Max-Age=300']) {
      expect(cookie).toContain(attribute);
    }
  });

  it('is bound to the provider’s answer: a code of another flow does not do', async () => {
    const mine = await answerOf(await begin(memoryClient(server, 'pkce'), 'ada'));
    const other = await answerOf(await begin(memoryClient(server, 'pkce'), 'ada'));
    const mixed = new URLSearchParams(mine.answer.searchParams);
    mixed.set('code', other.answer.searchParams.get('code') ?? '');
    const answer = await callback(mixed.toString());
    const target = new URL(answer.headers.get('location') ?? '');
    expect(target.searchParams.get('error')).toBe('server_error');
    expect(target.searchParams.has('code')).toBe(false);
  });
});

describe('the way back', () => {
  it.each([
    'https://evil.example/steal',
    'https://127.0.0.1.evil.example/',
    'javascript:alert(1)',
    '//evil.example',
  ])('never leads to %s', async (redirectTo) => {
    const { url } = await travel(
      server,
      idp,
      await begin(memoryClient(server, 'pkce'), 'ada', { redirectTo }),
    );
    expect(url.origin).toBe(server.url);
  });

  it('gives no other client a session for the code', async () => {
    const { url } = await travel(server, idp, await begin(memoryClient(server, 'pkce'), 'ada'));
    const stolen = await call(server, '/token?grant_type=pkce', {
      body: { auth_code: url.searchParams.get('code'), code_verifier: 'w'.repeat(43) },
    });
    expect(stolen).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } });
  });
});
