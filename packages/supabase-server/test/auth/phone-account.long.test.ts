import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, payloadOf } from './call.ts';
import { newPhone, type PhoneServer, startPhoneServer } from './phones.ts';

const PASSWORD = 'a long enough password';

let server: PhoneServer;
beforeAll(async () => {
  server = await startPhoneServer();
});
afterAll(() => server.stop());

const verify = (phone: string, token: string, type: 'sms' | 'phone_change' = 'phone_change') =>
  server.client().auth.verifyOtp({ phone, token, type });

/** A user who signed in by phone, without a password. */
async function phoneUser() {
  const phone = newPhone();
  const client = server.client();
  await client.auth.signInWithOtp({ phone });
  const { code } = await server.smsTo(phone);
  const { data, error } = await client.auth.verifyOtp({ phone, token: code, type: 'sms' });
  if (error || !data.user || !data.session) throw error ?? new Error('no session');
  return { client, phone, userId: data.user.id, accessToken: data.session.access_token };
}

describe('a change of number', () => {
  it('waits for the code that went to the new one', async () => {
    const { client, email, password } = await server.signUp();
    const phone = newPhone();
    const { data, error } = await client.auth.updateUser({ phone: `+${phone}` });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      phone: '',
      new_phone: phone,
      phone_change_sent_at: expect.any(String),
      app_metadata: { providers: ['email'] },
    });
    const { code } = await server.smsTo(phone);
    // The code is for the change, not for signing in.
    expect((await verify(phone, code, 'sms')).error).toMatchObject({ status: 403, code: 'otp_expired' });
    const verified = await verify(phone, code);
    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      email,
      phone,
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
      identities: [
        { provider: 'email' },
        { provider: 'phone', identity_data: { phone, phone_verified: true } },
      ],
    });
    expect(verified.data.user).not.toHaveProperty('new_phone');
    expect((await server.client().auth.signInWithPassword({ phone, password })).error).toBeNull();
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it('takes the old number’s place, which is free then', async () => {
    const { client, phone: old, userId } = await phoneUser();
    const phone = newPhone();
    await client.auth.updateUser({ phone });
    expect((await client.auth.getUser()).data.user).toMatchObject({ phone: old, new_phone: phone });
    await verify(phone, (await server.smsTo(phone)).code);
    const { data } = await client.auth.getUser();
    expect(data.user).toMatchObject({ id: userId, phone });
    expect(data.user?.identities).toMatchObject([{ provider: 'phone', identity_data: { phone } }]);
    await server.client().auth.signInWithOtp({ phone: old });
    const other = await verify(old, (await server.smsTo(old)).code, 'sms');
    expect(other.data.user?.id).not.toBe(userId);
  });

  it('is sent again, named by the new number or the present one', async () => {
    const { client, phone: old } = await phoneUser();
    const phone = newPhone();
    await client.auth.updateUser({ phone });
    await server.smsTo(phone);
    await client.auth.resend({ type: 'phone_change', phone: old });
    await server.smsTo(phone);
    await client.auth.resend({ type: 'phone_change', phone });
    const { code } = await server.smsTo(phone);
    expect((await verify(phone, code)).data.user).toMatchObject({ phone });
    expect(await server.allSmsTo(old)).toHaveLength(1);
  });

  it('refuses another account’s number, also when that came in between', async () => {
    const { phone: taken } = await phoneUser();
    const { client } = await server.signUp();
    expect((await client.auth.updateUser({ phone: taken })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
    });
    const phone = newPhone();
    await client.auth.updateUser({ phone });
    const { code } = await server.smsTo(phone);
    await server.client().auth.signInWithOtp({ phone });
    expect((await verify(phone, code)).error).toMatchObject({ status: 422, code: 'phone_exists' });
  });

  it('to the present number changes nothing', async () => {
    const { client, phone } = await phoneUser();
    const { data, error } = await client.auth.updateUser({ phone: `+${phone}` });
    expect(error).toBeNull();
    expect(data.user).not.toHaveProperty('new_phone');
    expect(await server.allSmsTo(phone)).toHaveLength(1);
  });

  it('keeps its code when a password comes with it', async () => {
    const { client } = await server.signUp();
    const phone = newPhone();
    await client.auth.updateUser({ phone, password: 'another fine password' });
    const { code } = await server.smsTo(phone);
    expect((await verify(phone, code)).error).toBeNull();
    const signIn = await server
      .client()
      .auth.signInWithPassword({ phone, password: 'another fine password' });
    expect(signIn.error).toBeNull();
  });

  it('makes codes for the old number void', async () => {
    const { client, phone: old } = await phoneUser();
    await server.client().auth.signInWithOtp({ phone: old });
    const { code } = await server.smsTo(old);
    const phone = newPhone();
    await client.auth.updateUser({ phone });
    await verify(phone, (await server.smsTo(phone)).code);
    expect((await verify(old, code, 'sms')).error).toMatchObject({ code: 'otp_expired' });
  });

  it('counts at once where numbers need no proof', async () => {
    const open = await startPhoneServer({ AUTH_PHONE_CONFIRM: 'false' });
    try {
      const { client, password } = await open.signUp();
      const phone = newPhone();
      const { data } = await client.auth.updateUser({ phone });
      expect(data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
      expect(data.user?.identities).toMatchObject([
        { provider: 'email' },
        // The number is unproved.
        { provider: 'phone', identity_data: { phone, phone_verified: false } },
      ]);
      expect((await open.client().auth.signInWithPassword({ phone, password })).error).toBeNull();
    } finally {
      await open.stop();
    }
  });
});

describe('an anonymous user', () => {
  it('becomes a full one by a number, and may then have a password', async () => {
    const client = server.client();
    const { data: before } = await client.auth.signInAnonymously();
    const phone = newPhone();
    const waiting = await client.auth.updateUser({ phone });
    expect(waiting.data.user).toMatchObject({ is_anonymous: true, new_phone: phone });
    const { code } = await server.smsTo(phone);
    const { data } = await client.auth.verifyOtp({ phone, token: code, type: 'phone_change' });
    expect(data.user).toMatchObject({
      id: before.user?.id,
      phone,
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    expect(payloadOf(data.session?.access_token ?? '')).toMatchObject({ is_anonymous: false, phone });
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });
});

describe('reauthentication', () => {
  it('is by SMS for who has no address', async () => {
    const strict = await startPhoneServer({ PASSWORD_REAUTHENTICATION: 'true' });
    try {
      const phone = newPhone();
      const client = strict.client();
      await client.auth.signInWithOtp({ phone });
      await client.auth.verifyOtp({ phone, token: (await strict.smsTo(phone)).code, type: 'sms' });
      await strict.sql(`update auth.sessions set created_at = now() - interval '25 hours'`);
      expect((await client.auth.updateUser({ password: PASSWORD })).error).toMatchObject({
        code: 'reauthentication_needed',
      });
      expect((await client.auth.reauthenticate()).error).toBeNull();
      const { code } = await strict.smsTo(phone);
      expect((await client.auth.updateUser({ password: PASSWORD, nonce: code })).error).toBeNull();
    } finally {
      await strict.stop();
    }
  });
});

describe('an administrator', () => {
  const admin = () => server.client(server.ctx.apiKeys.secret).auth.admin;

  it('adds a user by number, confirmed or not', async () => {
    const phone = newPhone();
    const { data, error } = await admin().createUser({
      phone: `+${phone}`,
      password: PASSWORD,
      phone_confirm: true,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      phone,
      email: '',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
    });
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();

    const open = newPhone();
    await admin().createUser({ phone: open, password: PASSWORD });
    const early = await server.client().auth.signInWithPassword({ phone: open, password: PASSWORD });
    expect(early.error).toMatchObject({ code: 'phone_not_confirmed' });
    expect(await server.allSmsTo(open)).toEqual([]);
  });

  it('adds a user with both addresses', async () => {
    const phone = newPhone();
    const email = `${crypto.randomUUID()}@fair.example`;
    const { data } = await admin().createUser({ phone, email, email_confirm: true, phone_confirm: true });
    expect(data.user).toMatchObject({
      phone,
      email,
      app_metadata: { provider: 'email', providers: ['email', 'phone'] },
      identities: [
        { provider: 'email', identity_data: { email_verified: true } },
        { provider: 'phone', identity_data: { phone_verified: true } },
      ],
    });
  });

  it('gives a user another number, which counts when it is confirmed', async () => {
    const { userId } = await server.signUp();
    const phone = newPhone();
    const { data } = await admin().updateUserById(userId, { phone });
    expect(data.user).toMatchObject({ phone });
    expect(data.user).not.toHaveProperty('phone_confirmed_at');
    const confirmed = await admin().updateUserById(userId, { phone_confirm: true });
    expect(confirmed.data.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
    const moved = await admin().updateUserById(userId, { phone: newPhone() });
    expect(moved.data.user).not.toHaveProperty('phone_confirmed_at');
  });

  it('is told of a number that is taken or none', async () => {
    const { phone } = await phoneUser();
    const { userId } = await server.signUp();
    const taken = { status: 422, code: 'phone_exists' };
    expect((await admin().createUser({ phone })).error).toMatchObject(taken);
    expect((await admin().updateUserById(userId, { phone })).error).toMatchObject(taken);
    expect((await admin().updateUserById(userId, { phone: '015' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  it('frees the number of a user who is hidden', async () => {
    const { userId, phone } = await phoneUser();
    await admin().deleteUser(userId, true);
    expect((await server.client().auth.signInWithOtp({ phone })).error).toBeNull();
    const { data } = await verify(phone, (await server.smsTo(phone)).code, 'sms');
    expect(data.user?.id).not.toBe(userId);
  });
});

describe('a number', () => {
  it('cannot be written past its checks', async () => {
    const { accessToken, userId } = await server.signUp();
    const phone = newPhone();
    await call(server, '/user', {
      method: 'PUT',
      bearer: accessToken,
      body: { new_phone: phone, phone_confirmed_at: new Date().toISOString(), phone_confirm: true },
    });
    const [row] = await server.sql(
      'select phone, phone_change, phone_confirmed_at from auth.users where id = $1',
      [userId],
    );
    expect(row).toEqual({ phone: null, phone_change: null, phone_confirmed_at: null });
  });

  it('is guarded by a second factor, as the address is', async () => {
    const { client, phone, accessToken } = await phoneUser();
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: newPhone() });
    await server.sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [data?.id]);
    const answer = await call(server, '/user', {
      method: 'PUT',
      bearer: accessToken,
      body: { phone: newPhone() },
    });
    expect(answer).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } });
    expect((await client.auth.getUser()).data.user).toMatchObject({ phone });
  });
});
