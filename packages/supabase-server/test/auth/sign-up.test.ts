import { AuthWeakPasswordError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD_COST } from '../../src/auth/services/passwords.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { call, payloadOf } from './call.ts';

const PASSWORD = 'a long enough password';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { passwordCost: PASSWORD_COST });
});
afterAll(() => server.stop());

describe('sign-up', () => {
  it('gives a confirmed user and a session at once', async () => {
    const { data, error } = await server.client().auth.signUp({
      email: '  Lin@Fair.Example ',
      password: PASSWORD,
      options: { data: { full_name: 'Lin', nested: { booth: 'A1' }, gone: null } },
    });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    expect(data.session?.expires_at).toBe(payloadOf(data.session?.access_token ?? '').exp);
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'lin@fair.example',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Lin', nested: { booth: 'A1' } },
      is_anonymous: false,
    });
    expect(data.user?.user_metadata).not.toHaveProperty('gone');
    for (const time of ['email_confirmed_at', 'confirmed_at', 'last_sign_in_at', 'created_at'] as const) {
      expect(Date.parse(data.user?.[time] ?? ''), time).toBeGreaterThan(Date.now() - 60_000);
    }
    expect(data.user).not.toHaveProperty('invited_at');
    expect(data.user).not.toHaveProperty('factors');
    const [identity] = data.user?.identities ?? [];
    expect(identity).toMatchObject({
      id: data.user?.id,
      user_id: data.user?.id,
      provider: 'email',
      email: 'lin@fair.example',
      identity_data: { sub: data.user?.id, email: 'lin@fair.example' },
    });
    expect(identity?.identity_id).not.toBe(identity?.id);
  });

  it('puts the protocol’s claims into the access token', async () => {
    const { accessToken, userId, email } = await server.signUp();
    const claims = payloadOf(accessToken);
    expect(claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: userId,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
    });
    expect(claims.session_id).toMatch(/^[0-9a-f-]{36}$/);
    expect((claims.exp as number) - (claims.iat as number)).toBe(3600);
  });

  it('remembers the client on the session and keeps no token or password in clear', async () => {
    const email = 'nadia@fair.example';
    const { body } = await call(server, '/signup', {
      body: { email, password: 'an unusual passphrase' },
      headers: { 'user-agent': 'Test Phone/1.0' },
    });
    const [session] = await server.sql('select user_agent, ip from auth.sessions where user_id = $1', [
      body.user.id,
    ]);
    expect(session).toEqual({ user_agent: 'Test Phone/1.0', ip: '127.0.0.1' });
    const [kept] = await server.sql<{ everything: string }>(
      `select concat((select jsonb_agg(u) from auth.users u), (select jsonb_agg(s) from auth.sessions s),
        (select jsonb_agg(t) from auth.refresh_tokens t), (select jsonb_agg(i) from auth.identities i)) as everything`,
    );
    expect(kept?.everything).toContain(email);
    expect(kept?.everything).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(kept?.everything).not.toContain('an unusual passphrase');
    expect(kept?.everything).not.toContain(body.refresh_token);
    expect(kept?.everything).not.toContain(body.access_token);
  });

  it('accepts a PKCE challenge and refuses a malformed one', async () => {
    const body = { email: 'pkce@fair.example', password: PASSWORD, code_challenge_method: 's256' };
    const bad = await call(server, '/signup', { body: { ...body, code_challenge: 'short' } });
    expect(bad).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(bad.body.message).toMatch(/^code_challenge: /);
    const good = await call(server, '/signup', { body: { ...body, code_challenge: 'c'.repeat(43) } });
    expect(good.status).toBe(200);
    expect(good.body.access_token).toBeTruthy();
  });

  it('refuses an address that is taken, whatever its case', async () => {
    const { email } = await server.signUp();
    const { data, error } = await server
      .client()
      .auth.signUp({ email: email.toUpperCase(), password: PASSWORD });
    expect(error).toMatchObject({ status: 422, code: 'user_already_exists' });
    expect(data.user).toBeNull();
  });

  it('lets one of several sign-ups with one address win', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 5 }, () =>
        server.client().auth.signUp({ email: 'race@fair.example', password: PASSWORD }),
      ),
    );
    expect(attempts.filter(({ data }) => data.session !== null)).toHaveLength(1);
    const codes = attempts.flatMap(({ error }) => (error ? [[error.status, error.code]] : []));
    expect(codes).toEqual(Array.from({ length: 4 }, () => [422, 'user_already_exists']));
    const [{ count } = { count: -1 }] = await server.sql<{ count: number }>(
      `select count(*)::int as count from auth.identities where email = 'race@fair.example'`,
    );
    expect(count).toBe(1);
  });

  it('tells why a password is too weak', async () => {
    const { error } = await server.client().auth.signUp({ email: 'weak@fair.example', password: 'seven77' });
    expect(error).toBeInstanceOf(AuthWeakPasswordError);
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    expect(error?.message).toBe('Password should be at least 8 characters.');
  });

  it.each([
    ['no password', { email: 'a@fair.example' }, 400, 'validation_failed'],
    [
      '73 bytes of password',
      { email: 'a@fair.example', password: '語'.repeat(25) },
      400,
      'validation_failed',
    ],
    [
      'phone and email',
      { phone: '+4915112345678', email: 'a@fair.example', password: PASSWORD },
      400,
      'validation_failed',
    ],
    ['no address', { email: 'not an address', password: PASSWORD }, 400, 'validation_failed'],
    [
      'an endless address',
      { email: `${'a'.repeat(60)}@${'b.'.repeat(100)}example`, password: PASSWORD },
      400,
      'validation_failed',
    ],
    [
      'a line break in the address',
      { email: 'a@fair.example\r\nBcc: b@fair.example', password: PASSWORD },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_name, body, status, code) => {
    expect(await call(server, '/signup', { body })).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['email', { email: 7, password: PASSWORD }],
    ['email', { email: { $ne: null }, password: PASSWORD }],
    ['password', { email: 'b@fair.example', password: ['x'] }],
    ['data', { email: 'b@fair.example', password: PASSWORD, data: 'text' }],
    ['data', { email: 'b@fair.example', password: PASSWORD, data: [] }],
    ['data', { email: 'b@fair.example', password: PASSWORD, data: { a: 'nul \u0000' } }],
    ['data', { email: 'b@fair.example', password: PASSWORD, data: { a: 'x'.repeat(20_000) } }],
    ['body', ['email']],
    ['body', null],
  ])('names the field %s when it has the wrong type or content', async (field, body) => {
    const answer = await call(server, '/signup', { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.body.message.startsWith(`${field}: `), answer.body.message).toBe(true);
  });

  it('refuses data that is nested without end', async () => {
    const deep = `{"email":"c@fair.example","password":"${PASSWORD}","data":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const answer = await call(server, '/signup', { body: deep });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(answer.body.message).toBe('data: is nested more than 32 levels deep');
  });
});

describe('sign-up switched off', () => {
  it('is refused and shown in the settings', async () => {
    const closed = await startTestServer({ SIGNUP_ENABLED: 'false' });
    try {
      const { error } = await closed.client().auth.signUp({ email: 'late@fair.example', password: PASSWORD });
      expect(error).toMatchObject({ status: 422, code: 'signup_disabled' });
      expect((await call(closed, '/settings')).body.disable_signup).toBe(true);
    } finally {
      await closed.stop();
    }
  });
});
