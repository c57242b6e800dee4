import type { Provider, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { ACME, providerSettings, signInAs, travel } from './external.ts';
import { startIdentityProvider, type TestIdentityProvider } from './identity-provider.ts';
import { memoryClient } from './memory-client.ts';

const PASSWORD = 'a long enough password';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let idp: TestIdentityProvider;
let server: TestServer;
beforeAll(async () => {
  idp = await startIdentityProvider();
  server = await startTestServer({ ...providerSettings(idp), MANUAL_LINKING_ENABLED: 'true' });
  idp.admit({ redirectUri: `${server.url}/auth/v1/callback` });
});
afterAll(async () => {
  await server.stop();
  await idp.stop();
});

async function signedUp(email: string): Promise<SupabaseClient> {
  const client = memoryClient(server, 'pkce');
  const { error } = await client.auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

/** Links the provider's account of `who` in the client, in its browser. */
async function link(client: SupabaseClient, who: string) {
  const { data, error } = await client.auth.linkIdentity({
    provider: ACME,
    options: { redirectTo: `${server.url}/profile`, queryParams: { login_hint: who } },
  });
  if (error) throw error;
  return travel(server, idp, data.url as string);
}

async function identitiesOf(client: SupabaseClient) {
  const { data, error } = await client.auth.getUserIdentities();
  if (error) throw error;
  return data.identities;
}

async function bearerOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}

describe('linking an identity', () => {
  it('joins the provider’s account to the user’s own, which both lead to from then on', async () => {
    const client = await signedUp('links@fair.example');
    idp.people.set('links', { email: 'private@fair.example', email_verified: true });
    const { url } = await link(client, 'links');
    expect(url.href.startsWith(`${server.url}/profile?code=`)).toBe(true);
    const { data } = await client.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '');
    expect(data.user?.email).toBe('links@fair.example');
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'acme'] });
    expect((await identitiesOf(client)).map(({ provider }) => provider)).toEqual(['email', 'acme']);
    const later = await signInAs(server, idp, 'links');
    expect(later.result.data.user?.id).toBe(data.user?.id);
  });

  it('makes a full user of an anonymous one', async () => {
    const client = memoryClient(server, 'pkce');
    const { data: before } = await client.auth.signInAnonymously();
    idp.people.set('nameless', { email: 'nameless@fair.example', email_verified: true });
    const { url } = await link(client, 'nameless');
    const { data } = await client.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '');
    expect(data.user).toMatchObject({
      id: before.user?.id,
      email: 'nameless@fair.example',
      is_anonymous: false,
      app_metadata: { provider: 'acme', providers: ['acme'] },
    });
    expect(payloadOf(data.session?.access_token ?? '').is_anonymous).toBe(false);
  });

  it('does not take an address that another user has', async () => {
    await signedUp('hers@fair.example');
    const client = memoryClient(server, 'pkce');
    await client.auth.signInAnonymously();
    idp.people.set('hers', { email: 'hers@fair.example', email_verified: true });
    const { url } = await link(client, 'hers');
    const { data } = await client.auth.exchangeCodeForSession(url.searchParams.get('code') ?? '');
    expect(data.user).toMatchObject({ email: '', is_anonymous: false });
  });

  it('refuses an account that is linked already, to the same or to another user', async () => {
    const client = await signedUp('first@fair.example');
    idp.people.set('one-of-a-kind', { email: 'kind@fair.example', email_verified: true });
    await link(client, 'one-of-a-kind');
    for (const [who, message] of [
      [client, 'Identity is already linked'],
      [await signedUp('second@fair.example'), 'Identity is already linked to another user'],
    ] as const) {
      const { url, given } = await link(who, 'one-of-a-kind');
      for (const parameters of [url.searchParams, given]) {
        expect(parameters.get('error_code')).toBe('identity_already_exists');
        expect(parameters.get('error_description')).toBe(message);
      }
    }
  });

  it('redirects who does not ask for the address, and asks for a user', async () => {
    const client = await signedUp('redirected@fair.example');
    const answer = await fetch(`${server.url}/auth/v1/user/identities/authorize?provider=acme`, {
      redirect: 'manual',
      headers: { apikey: server.ctx.apiKeys.publishable, authorization: `Bearer ${await bearerOf(client)}` },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toContain(`${idp.issuer}/auth?`);
    expect(await call(server, '/user/identities/authorize?provider=acme')).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    });
  });

  it('asks for the second factor of who has one, as unlinking does', async () => {
    const client = await signedUp('two-factors@fair.example');
    await server.sql(
      `insert into auth.mfa_factors (user_id, factor_type, status, secret)
       select id, 'totp', 'verified', 'JBSWY3DPEHPK3PXP' from auth.users where email = 'two-factors@fair.example'`,
    );
    const { error } = await client.auth.linkIdentity({ provider: ACME });
    expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' });
    const [own] = await identitiesOf(client);
    const unlinked = await client.auth.unlinkIdentity(own as NonNullable<typeof own>);
    expect(unlinked.error?.code).toBe('insufficient_aal');
  });

  it('refuses unknown providers', async () => {
    const client = await signedUp('unknown-provider@fair.example');
    const { error } = await client.auth.linkIdentity({ provider: 'nobody' as Provider });
    expect(error?.code).toBe('validation_failed');
  });
});

describe('unlinking an identity', () => {
  it('parts the user with it; the provider’s account then leads to another one', async () => {
    const client = await signedUp('unlinks@fair.example');
    idp.people.set('unlinks', { email: 'unlinks-private@fair.example', email_verified: true });
    await link(client, 'unlinks');
    const identities = await identitiesOf(client);
    const acme = identities.find(({ provider }) => provider === 'acme');
    if (!acme) throw new Error('nothing was linked');
    expect((await client.auth.unlinkIdentity(acme)).error).toBeNull();
    const { data } = await client.auth.getUser();
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect(data.user?.email).toBe('unlinks@fair.example');
    const later = await signInAs(server, idp, 'unlinks');
    expect(later.result.data.user?.id).not.toBe(data.user?.id);
  });

  it('takes the address of an identity that stays, and ends the password with the e-mail identity', async () => {
    const client = await signedUp('old@fair.example');
    idp.people.set('new', { email: 'new@fair.example', email_verified: true });
    await link(client, 'new');
    const [own] = await identitiesOf(client);
    if (own?.provider !== 'email') throw new Error('the e-mail identity is not the first');
    expect((await client.auth.unlinkIdentity(own)).error).toBeNull();
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ email: 'new@fair.example', app_metadata: { provider: 'acme' } });
    for (const email of ['old@fair.example', 'new@fair.example']) {
      const { error } = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
      expect(error?.code).toBe('invalid_credentials');
    }
  });

  it('refuses when the address that would be left belongs to another user', async () => {
    const client = await signedUp('mine@fair.example');
    idp.people.set('theirs', { email: 'theirs@fair.example', email_verified: false });
    await link(client, 'theirs');
    await signedUp('theirs@fair.example');
    const [own] = await identitiesOf(client);
    const { error } = await client.auth.unlinkIdentity(own as NonNullable<typeof own>);
    expect(error?.code).toBe('email_conflict_identity_not_deletable');
    expect(await identitiesOf(client)).toHaveLength(2);
  });

  it('refuses the last one, unknown ones, those of others, and what is no id', async () => {
    const client = await signedUp('last@fair.example');
    const [only] = await identitiesOf(client);
    const single = await client.auth.unlinkIdentity(only as NonNullable<typeof only>);
    expect(single.error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' });

    idp.people.set('last', { email: 'last-private@fair.example', email_verified: true });
    await link(client, 'last');
    const stranger = await signedUp('stranger@fair.example');
    const [foreign] = await identitiesOf(stranger);
    const bearer = await bearerOf(client);
    for (const id of [UNKNOWN_ID, foreign?.identity_id, foreign?.id]) {
      const answer = await call(server, `/user/identities/${id}`, { method: 'DELETE', bearer });
      expect(answer).toMatchObject({ status: 422, body: { code: 'identity_not_found' } });
    }
    expect(await identitiesOf(stranger)).toHaveLength(1);
    expect(await call(server, '/user/identities/7', { method: 'DELETE', bearer })).toMatchObject({
      status: 404,
      body: { code: 'validation_failed' },
    });
  });
});

describe('where users may not link', () => {
  it('says so on every call', async () => {
    const closed = await startTestServer(providerSettings(idp));
    try {
      const { accessToken: bearer } = await closed.signUp();
      for (const [path, method] of [
        ['/user/identities/authorize?provider=acme', 'GET'],
        [`/user/identities/${UNKNOWN_ID}`, 'DELETE'],
      ] as const) {
        expect(await call(closed, path, { method, bearer })).toMatchObject({
          status: 404,
          body: { code: 'manual_linking_disabled' },
        });
      }
    } finally {
      await closed.stop();
    }
  });
});
