import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { call } from './call.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('getUser', () => {
  it('gives the user of the token', async () => {
    const { client, userId, email } = await server.signUp();
    const { data, error } = await client.auth.getUser();
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: userId, email, identities: [{ provider: 'email', id: userId }] });
    expect(JSON.stringify(data)).not.toContain('argon2');
  });

  it('refuses another audience than the one asked for', async () => {
    const { accessToken } = await server.signUp();
    const ask = (audience: string) =>
      call(server, '/user', { bearer: accessToken, headers: { 'x-jwt-aud': audience } });
    expect((await ask('authenticated')).status).toBe(200);
    expect(await ask('admin')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('updateUser', () => {
  it('merges data at the top level and removes keys by null', async () => {
    const { client } = await server.signUp();
    await client.auth.updateUser({ data: { name: 'Lin', address: { hall: 1, booth: 2 }, old: true } });
    const { data, error } = await client.auth.updateUser({
      data: { address: { hall: 3 }, old: null, tag: '展' },
    });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({ name: 'Lin', address: { hall: 3 }, tag: '展' });
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata);
  });

  it('loses none of several changes at once', async () => {
    const { accessToken, client } = await server.signUp();
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(
      keys.map((key) =>
        call(server, '/user', { method: 'PUT', bearer: accessToken, body: { data: { [key]: 1 } } }),
      ),
    );
    expect(Object.keys((await client.auth.getUser()).data.user?.user_metadata ?? {}).sort()).toEqual(keys);
  });

  it('bounds what rides in every token', async () => {
    const { client } = await server.signUp();
    expect((await client.auth.updateUser({ data: { a: 'x'.repeat(10_000) } })).error).toBeNull();
    const { error } = await client.auth.updateUser({ data: { b: 'x'.repeat(10_000) } });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('b');
  });

  it('changes the password and signs all other sessions out', async () => {
    const { client, email, password } = await server.signUp();
    const elsewhere = server.client();
    await elsewhere.auth.signInWithPassword({ email, password });
    const { error } = await client.auth.updateUser({ password: 'another fine password' });
    expect(error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await elsewhere.auth.refreshSession()).error).toMatchObject({
      name: expect.stringMatching(/^Auth/),
    });
    const again = server.client();
    expect((await again.auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
    expect(
      (await again.auth.signInWithPassword({ email, password: 'another fine password' })).error,
    ).toBeNull();
  });

  it('refuses weak, endless and unchanged passwords, and a wrong current one', async () => {
    const { client, email, password, accessToken } = await server.signUp();
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    });
    expect((await client.auth.updateUser({ password: 'short' })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
    });
    expect((await client.auth.updateUser({ password: 'x'.repeat(73) })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    const change = (current: string) =>
      call(server, '/user', {
        method: 'PUT',
        bearer: accessToken,
        body: { password: 'another fine password', current_password: current },
      });
    expect(await change('not it')).toMatchObject({ status: 400, body: { code: 'current_password_invalid' } });
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull();
    expect((await change(password)).status).toBe(200);
  });

  it('lets one of two password changes at once win, and the loser’s session ends', async () => {
    const one = await server.signUp();
    const { data } = await server.client().auth.signInWithPassword(one);
    const tokens = [one.accessToken, data.session?.access_token ?? ''];
    const answers = await Promise.all(
      tokens.map((bearer, index) =>
        call(server, '/user', {
          method: 'PUT',
          bearer,
          body: { password: `a new password, number ${index}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - winner]?.body.code).toBe('session_not_found');
    const login = await server.client().auth.signInWithPassword({
      email: one.email,
      password: `a new password, number ${winner}`,
    });
    expect(login.error).toBeNull();
  });

  it('changes the address at once', async () => {
    const { client, email, password } = await server.signUp();
    const address = `New-${email}`;
    const { data, error } = await client.auth.updateUser({ email: address });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email: address.toLowerCase(),
      identities: [{ email: address.toLowerCase() }],
    });
    expect(data.user).not.toHaveProperty('new_email');
    expect((await server.client().auth.signInWithPassword({ email: address, password })).error).toBeNull();
    expect((await server.client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );
  });

  it('refuses a taken or malformed address, also in a race', async () => {
    const { email } = await server.signUp();
    const { client } = await server.signUp();
    expect((await client.auth.updateUser({ email: email.toUpperCase() })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    expect((await client.auth.updateUser({ email: 'nonsense' })).error?.code).toBe('validation_failed');
    const rivals = await Promise.all([server.signUp(), server.signUp(), server.signUp()]);
    const results = await Promise.all(
      rivals.map((rival) => rival.client.auth.updateUser({ email: 'wanted@fair.example' })),
    );
    expect(results.map(({ error }) => error?.code ?? 'changed').sort()).toEqual([
      'changed',
      'email_exists',
      'email_exists',
    ]);
  });

  it('keeps app_metadata and single sign-on out of reach', async () => {
    const { accessToken, userId } = await server.signUp();
    const put = (body: unknown) => call(server, '/user', { method: 'PUT', bearer: accessToken, body });
    expect(await put({ app_metadata: { role: 'admin' } })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    });
    // Fields that name columns are no way in either.
    await put({
      role: 'service_role',
      raw_app_meta_data: { x: 1 },
      id: '0',
      banned_until: null,
      data: { a: 1 },
    });
    const [row] = await server.sql('select role, raw_app_meta_data from auth.users where id = $1', [userId]);
    expect(row).toEqual({
      role: 'authenticated',
      raw_app_meta_data: { provider: 'email', providers: ['email'] },
    });
    await server.sql('update auth.users set is_sso_user = true where id = $1', [userId]);
    expect(await put({ password: 'another fine password' })).toMatchObject({
      status: 422,
      body: { code: 'user_sso_managed' },
    });
  });
});
