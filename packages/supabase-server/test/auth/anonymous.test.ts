import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { type MailServer, startMailServer } from './mails.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
});
afterAll(() => server.stop());

describe('signInAnonymously', () => {
  it('gives a user without an address, and a session', async () => {
    const client = server.client();
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { language: 'zh' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      role: 'authenticated',
      identities: [],
      app_metadata: {},
      user_metadata: { language: 'zh' },
    });
    expect(payloadOf(data.session?.access_token ?? '')).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
      role: 'authenticated',
    });
    expect((await client.auth.refreshSession()).data.user?.id).toBe(data.user?.id);
    expect((await call(server, '/settings')).body.external.anonymous_users).toBe(true);
  });

  it('has no way to prove again who they are', async () => {
    const client = server.client();
    await client.auth.signInAnonymously();
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Reauthentication requires the user to have an email or a phone number',
    });
  });

  it('becomes a full user by an address, at once where none is confirmed', async () => {
    const client = server.client();
    const { data } = await client.auth.signInAnonymously();
    const early = await client.auth.updateUser({ password: 'a long enough password' });
    expect(early.error).toMatchObject({ status: 422, code: 'validation_failed' });
    const email = 'full@fair.example';
    const changed = await client.auth.updateUser({ email, password: 'a long enough password' });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({
      id: data.user?.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', id: data.user?.id, email, identity_data: { email_verified: false } }],
    });
    const refreshed = await client.auth.refreshSession();
    expect(payloadOf(refreshed.data.session?.access_token ?? '').is_anonymous).toBe(false);
    const login = await server
      .client()
      .auth.signInWithPassword({ email, password: 'a long enough password' });
    expect(login.data.user?.id).toBe(data.user?.id);
  });

  it('takes no address that has an account', async () => {
    const { email } = await server.signUp();
    const client = server.client();
    await client.auth.signInAnonymously();
    expect((await client.auth.updateUser({ email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
    expect((await client.auth.getUser()).data.user?.is_anonymous).toBe(true);
  });

  it('becomes a full user when the address is confirmed, where addresses are', async () => {
    const strict = await startMailServer();
    try {
      const client = strict.client();
      const { data } = await client.auth.signInAnonymously();
      const email = 'later@fair.example';
      const pending = await client.auth.updateUser({ email });
      expect(pending.data.user).toMatchObject({ email: '', new_email: email, is_anonymous: true });
      const { code } = await strict.mailTo(email);
      const verified = await client.auth.verifyOtp({ email, token: code, type: 'email_change' });
      expect(verified.error).toBeNull();
      expect(verified.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
      expect(verified.data.user?.identities).toMatchObject([
        { email, identity_data: { email_verified: true } },
      ]);
    } finally {
      await strict.stop();
    }
  });

  it('can be switched off', async () => {
    const closed = await startTestServer({ ANONYMOUS_USERS_ENABLED: 'false' });
    try {
      const { error } = await closed.client().auth.signInAnonymously();
      expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
      expect((await call(closed, '/settings')).body.external.anonymous_users).toBe(false);
    } finally {
      await closed.stop();
    }
  });
});
