import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { memoryClient } from './memory-client.ts';
import { ACS_URL, ENTITY_ID, ORIGIN, type SsoServer, startSsoServer, TARGET } from './saml/sso-server.ts';

let server: SsoServer;
beforeAll(async () => {
  server = await startSsoServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.idp.visitor = {};
});

/** Signs a user in from beginning to end. */
async function signIn(): Promise<URLSearchParams> {
  const { url } = await server.begin();
  return (await server.post(await server.idp.open(url))).given;
}

describe('single sign-on with the official client', () => {
  it('signs in by domain, and the code is for this client alone', async () => {
    server.idp.visitor = { nameId: 'ada', attributes: { mail: ['Ada@Corp.example'] } };
    const client = memoryClient(server, 'pkce');
    const { data, error } = await client.auth.signInWithSSO({
      domain: 'CORP.example',
      options: { redirectTo: TARGET },
    });
    expect(error).toBeNull();
    const form = await server.idp.open(data?.url ?? '');
    expect(form.action).toBe(ACS_URL);
    const { status, target, given } = await server.post(form);
    expect(status).toBe(303);
    expect([...given]).toEqual([]);
    const code = target.searchParams.get('code') ?? '';
    expect(target.href).toBe(`${TARGET}?code=${code}`);
    const session = await client.auth.exchangeCodeForSession(code);
    expect(session.error).toBeNull();
    expect(session.data.user).toMatchObject({
      email: 'ada@corp.example',
      app_metadata: { provider: `sso:${server.providerId}`, providers: [`sso:${server.providerId}`] },
      identities: [{ id: 'ada', provider: `sso:${server.providerId}` }],
    });
    expect(payloadOf(session.data.session?.access_token ?? '').amr).toMatchObject([
      { method: 'sso/saml', provider: server.providerId },
    ]);
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('signs in by provider id with tokens in the fragment', async () => {
    const client = server.client();
    const { data } = await client.auth.signInWithSSO({ providerId: server.providerId });
    const { target, given } = await server.post(await server.idp.open(data?.url ?? ''));
    expect(target.origin).toBe(ORIGIN);
    const { error } = await client.auth.setSession({
      access_token: given.get('access_token') ?? '',
      refresh_token: given.get('refresh_token') ?? '',
    });
    expect(error).toBeNull();
    expect(payloadOf(given.get('access_token') ?? '').amr).toMatchObject([
      { method: 'sso/saml', provider: server.providerId },
    ]);
  });

  it('knows a person again by the lasting name, and keeps two of them apart', async () => {
    server.idp.visitor = { nameId: 'lin', attributes: { mail: ['lin@corp.example'] } };
    const first = payloadOf((await signIn()).get('access_token') ?? '');
    expect(payloadOf((await signIn()).get('access_token') ?? '').sub).toBe(first.sub);
    server.idp.visitor = { nameId: 'LIN', attributes: { mail: ['lin@corp.example'] } };
    expect(payloadOf((await signIn()).get('access_token') ?? '').sub).not.toBe(first.sub);
  });

  it('follows the provider when an address changes', async () => {
    server.idp.visitor = { nameId: 'married', attributes: { mail: ['before@corp.example'] } };
    const before = payloadOf((await signIn()).get('access_token') ?? '');
    server.idp.visitor = { nameId: 'married', attributes: { mail: ['after@corp.example'] } };
    const after = payloadOf((await signIn()).get('access_token') ?? '');
    expect(after).toMatchObject({ sub: before.sub, email: 'after@corp.example' });
  });

  it('ends when the provider says that its session does, with a code and without', async () => {
    server.idp.visitor = { sessionUntil: 3600 };
    const implicit = (await signIn()).get('access_token') ?? '';
    const client = memoryClient(server, 'pkce');
    const { data } = await client.auth.signInWithSSO({ providerId: server.providerId });
    const { target } = await server.post(await server.idp.open(data?.url ?? ''));
    const exchanged = await client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    const sessions = [implicit, exchanged.data.session?.access_token ?? ''].map(
      (token) => payloadOf(token).session_id,
    );
    const ends = await server.sql<{ seconds: number }>(
      'select extract(epoch from not_after - now())::float8 as seconds from auth.sessions where id = any ($1)',
      [sessions],
    );
    expect(ends).toHaveLength(2);
    for (const { seconds } of ends) {
      expect(seconds).toBeGreaterThan(3000);
      expect(seconds).toBeLessThanOrEqual(3600);
    }
    await server.sql('update auth.sessions set not_after = now() where id = any ($1)', [sessions]);
    expect((await client.auth.refreshSession()).error).toMatchObject({ code: 'session_expired' });
  });

  it('sends no mailed link for its account', async () => {
    server.idp.visitor = { nameId: 'no-mail', attributes: { mail: ['no-mail@corp.example'] } };
    const { sub } = payloadOf((await signIn()).get('access_token') ?? '');
    const { error } = await server.client().auth.signInWithOtp({
      email: 'no-mail@corp.example',
      options: { shouldCreateUser: false },
    });
    expect(error).toBeNull();
    expect(await server.sql('select 1 from auth.one_time_tokens where user_id = $1', [sub])).toEqual([]);
  });

  it('never joins its account with another one of the same address', async () => {
    const { email, userId, password } = await server.signUp();
    server.idp.visitor = { nameId: 'same-address', attributes: { mail: [email] } };
    const given = await signIn();
    expect(payloadOf(given.get('access_token') ?? '').sub).not.toBe(userId);
    const [user] = await server.sql('select is_sso_user, encrypted_password from auth.users where id = $1', [
      payloadOf(given.get('access_token') ?? '').sub,
    ]);
    expect(user).toEqual({ is_sso_user: true, encrypted_password: null });
    const { data } = await server.client().auth.signInWithPassword({ email, password });
    expect(data.user?.id).toBe(userId);
  });

  it('leaves address, phone and password to the identity provider', async () => {
    const given = await signIn();
    const bearer = given.get('access_token') ?? '';
    for (const body of [
      { email: 'mine@fair.example' },
      { phone: '+4930123456' },
      { password: 'a long enough password' },
    ]) {
      expect(await call(server, '/user', { method: 'PUT', body, bearer })).toMatchObject({
        status: 422,
        body: { code: 'user_sso_managed' },
      });
    }
    const changed = await call(server, '/user', { method: 'PUT', body: { data: { name: 'Ada' } }, bearer });
    expect(changed.status).toBe(200);
  });

  it('maps attributes to claims', async () => {
    const mapping = {
      keys: {
        email: { name: 'work-mail' },
        team: { names: ['group', 'groups'], array: true },
        floor: { name: 'floor', default: 3 },
      },
    };
    await server.admin(`/admin/sso/providers/${server.providerId}`, {
      method: 'PUT',
      body: { attribute_mapping: mapping },
    });
    server.idp.visitor = {
      nameId: 'mapped',
      attributes: { 'work-mail': ['Mapped@corp.example'], groups: ['sales', 'fair'] },
    };
    const { email, user_metadata } = payloadOf((await signIn()).get('access_token') ?? '');
    await server.admin(`/admin/sso/providers/${server.providerId}`, {
      method: 'PUT',
      body: { attribute_mapping: {} },
    });
    expect(email).toBe('mapped@corp.example');
    expect(user_metadata).toMatchObject({
      iss: server.idp.entityId,
      custom_claims: { team: ['sales', 'fair'], floor: 3 },
    });
  });

  it('takes the address out of a NameID that is one', async () => {
    server.idp.visitor = {
      nameId: 'Grace@Corp.example',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: {},
    };
    const { sub, email } = payloadOf((await signIn()).get('access_token') ?? '');
    expect(email).toBe('grace@corp.example');
    server.idp.visitor.nameId = 'grace@CORP.example';
    expect(payloadOf((await signIn()).get('access_token') ?? '').sub).toBe(sub);
  });

  it.each([
    ['saml_assertion_no_email', { attributes: {} }],
    ['saml_assertion_no_email', { attributes: { mail: ['no address'] } }],
    ['saml_assertion_no_user_id', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ])('tells %s for %j', async (code, visitor) => {
    server.idp.visitor = visitor;
    const { url } = await server.begin();
    const { target, given } = await server.post(await server.idp.open(url));
    expect(target.href.startsWith(TARGET)).toBe(true);
    expect(target.searchParams.get('error_code')).toBe(code);
    expect(given.get('error_code')).toBe(code);
    expect(given.get('access_token')).toBeNull();
  });
});

describe('POST /sso', () => {
  it('redirects a caller that does not ask for the address', async () => {
    const response = await fetch(`${server.url}/auth/v1/sso`, {
      method: 'POST',
      redirect: 'manual',
      headers: { apikey: server.ctx.apiKeys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'corp.example' }),
    });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toContain('/sign-in?SAMLRequest=');
  });

  it.each([
    [404, 'sso_provider_not_found', { domain: 'other.example' }],
    [404, 'sso_provider_not_found', { provider_id: '00000000-0000-4000-8000-000000000000' }],
    [404, 'sso_provider_not_found', { provider_id: 'corp' }],
    [400, 'validation_failed', {}],
    [
      400,
      'validation_failed',
      { domain: 'corp.example', provider_id: '00000000-0000-4000-8000-000000000000' },
    ],
    [400, 'validation_failed', { domain: 'corp.example', code_challenge: 'c'.repeat(43) }],
  ])('answers %d %s to %j', async (status, code, body) => {
    expect(await call(server, '/sso', { body })).toMatchObject({ status, body: { code } });
  });

  it('leads nowhere but to allowed pages', async () => {
    const { url } = await server.begin({ redirect_to: 'https://evil.example/' });
    const { target } = await server.post(await server.idp.open(url));
    expect(target.origin).toBe(ORIGIN);
  });

  it('signs its requests, so that they cannot be changed on the way', async () => {
    const { url } = await server.begin();
    expect((await server.idp.open(url)).SAMLResponse).not.toBe('');
    for (const name of ['RelayState', 'SAMLRequest']) {
      const changed = new URL(url);
      const other = new URL((await server.begin()).url);
      changed.searchParams.set(name, other.searchParams.get(name) ?? '');
      await expect(server.idp.open(changed.href)).rejects.toThrow('answered 400');
    }
  });

  it('is limited per address', async () => {
    const limited = await startTestServer({
      SAML_ENABLED: 'true',
      PUBLIC_URL: ORIGIN,
      RATE_LIMIT_SIGN_INS_PER_ADDRESS: '2',
    });
    try {
      const ask = () => call(limited, '/sso', { body: { domain: 'corp.example' } });
      expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([404, 404, 429]);
    } finally {
      await limited.stop();
    }
  });

  it('needs an API key', async () => {
    const answer = await call(server, '/sso', {
      body: { domain: 'corp.example' },
      headers: { apikey: null },
    });
    expect(answer.status).toBe(401);
  });

  it('is off where single sign-on is', async () => {
    const off = await startTestServer();
    try {
      const disabled = { status: 404, body: { code: 'saml_provider_disabled' } };
      expect(await call(off, '/sso', { body: { domain: 'corp.example' } })).toMatchObject(disabled);
      expect(await call(off, '/sso/saml/metadata')).toMatchObject(disabled);
      expect(await call(off, '/sso/saml/acs', { body: 'SAMLResponse=x' })).toMatchObject(disabled);
      expect((await call(off, '/settings')).body.saml_enabled).toBe(false);
    } finally {
      await off.stop();
    }
  });
});

describe('the metadata of this server', () => {
  it('names its addresses and the key that signs its requests', async () => {
    const response = await fetch(`${server.url}/auth/v1/sso/saml/metadata?download=true`);
    expect(response.headers.get('content-type')).toContain('application/samlmetadata+xml');
    expect(response.headers.get('content-disposition')).toContain('metadata.xml');
    const xml = await response.text();
    expect(xml).toContain(`entityID="${ENTITY_ID}"`);
    expect(xml).toContain(`Location="${ACS_URL}"`);
    expect(xml).toContain('AuthnRequestsSigned="true"');
    expect(xml).toMatch(/X509Certificate>[A-Za-z0-9+/=\s]+</);
    expect(xml).not.toContain('PRIVATE');
    expect((await call(server, '/settings')).body.saml_enabled).toBe(true);
  });

  it('is of the same key for a second process', async () => {
    const rows = await server.sql<{ private_key: string }>('select private_key from dragoman.saml_key');
    expect(rows).toHaveLength(1);
    // Encrypted, as the database is not where one reads it.
    expect(rows[0]?.private_key).not.toContain('PRIVATE');
    const purpose = 'SAML key true';
    const pem = server.ctx.masterKey.decrypt(rows[0]?.private_key ?? '', purpose);
    const second = await startTestServer({ SAML_ENABLED: 'true', PUBLIC_URL: ORIGIN, SAML_PRIVATE_KEY: pem });
    try {
      const certificateOf = async (url: string) =>
        /X509Certificate>([^<]+)</.exec(await (await fetch(`${url}/auth/v1/sso/saml/metadata`)).text())?.[1];
      expect(
        createHash('sha256')
          .update((await certificateOf(second.url)) ?? '')
          .digest('hex'),
      ).toBe(
        createHash('sha256')
          .update((await certificateOf(server.url)) ?? '')
          .digest('hex'),
      );
    } finally {
      await second.stop();
    }
  });
});
