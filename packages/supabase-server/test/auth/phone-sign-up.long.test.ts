import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { call, payloadOf } from './call.ts';
import { newPhone, otherCode, type PhoneServer, startPhoneServer } from './phones.ts';

const PASSWORD = 'a long enough password';

let server: PhoneServer;
beforeAll(async () => {
  server = await startPhoneServer();
});
afterAll(() => server.stop());

/** A user who has entered the code. */
async function confirmed(password = PASSWORD) {
  const phone = newPhone();
  const client = server.client();
  await client.auth.signUp({ phone, password });
  const { code } = await server.smsTo(phone);
  const { data, error } = await client.auth.verifyOtp({ phone, token: code, type: 'sms' });
  if (error || !data.user) throw error ?? new Error('no user');
  return { client, phone, userId: data.user.id };
}

describe('sign-up by phone', () => {
  it('gives a user without a session until the code was typed in', async () => {
    const phone = newPhone();
    const client = server.client();
    const { data, error } = await client.auth.signUp({
      phone: `+${phone}`,
      password: PASSWORD,
      options: { data: { name: 'Lin' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      phone,
      email: '',
      role: 'authenticated',
      confirmation_sent_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { name: 'Lin' },
      identities: [{ provider: 'phone', identity_data: { phone, phone_verified: false } }],
      is_anonymous: false,
    });
    expect(data.user).not.toHaveProperty('phone_confirmed_at');

    const early = await server.client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });

    const { code, channel } = await server.smsTo(phone);
    expect(channel).toBe('sms');
    const verified = await client.auth.verifyOtp({ phone: `+${phone}`, token: code, type: 'sms' });
    expect(verified.error).toBeNull();
    expect(verified.data.user).toMatchObject({
      id: data.user?.id,
      phone,
      phone_confirmed_at: expect.any(String),
      confirmed_at: expect.any(String),
      identities: [{ identity_data: { sub: data.user?.id, phone, phone_verified: true } }],
    });
    expect(payloadOf(verified.data.session?.access_token ?? '')).toMatchObject({
      phone,
      email: '',
      amr: [{ method: 'otp' }],
      aal: 'aal1',
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });

    const later = await server.client().auth.signInWithPassword({ phone, password: PASSWORD });
    expect(later.error).toBeNull();
    expect(payloadOf(later.data.session?.access_token ?? '')).toMatchObject({
      amr: [{ method: 'password' }],
    });
  });

  it('answers for a number that has an account as for a new one, and the code is its owner’s', async () => {
    const { phone, userId } = await confirmed();
    const again = await server.client().auth.signUp({ phone, password: 'the password of a stranger' });
    expect(again.error).toBeNull();
    expect(again.data.user).toMatchObject({ phone, role: 'authenticated', user_metadata: {} });
    expect(again.data.user?.id).not.toBe(userId);
    const { code } = await server.smsTo(phone);
    const owner = await server.client().auth.verifyOtp({ phone, token: code, type: 'sms' });
    expect(owner.data.user?.id).toBe(userId);
    const stranger = { phone, password: 'the password of a stranger' };
    expect((await server.client().auth.signInWithPassword(stranger)).error).toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  it('does not leave the owner with the password of who announced the number before', async () => {
    const phone = newPhone();
    await server.client().auth.signUp({ phone, password: 'what an attacker knows' });
    await server.smsTo(phone);
    await server.client().auth.signUp({ phone, password: PASSWORD });
    const { code } = await server.smsTo(phone);
    const owner = server.client();
    expect((await owner.auth.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull();
    const attacker = { phone, password: 'what an attacker knows' };
    expect((await server.client().auth.signInWithPassword(attacker)).error).toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await owner.auth.updateUser({ password: PASSWORD })).error).toBeNull();
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  it('keeps the password of who asks again with the same one', async () => {
    const phone = newPhone();
    await server.client().auth.signUp({ phone, password: PASSWORD });
    const first = await server.smsTo(phone);
    await server.client().auth.signUp({ phone, password: PASSWORD });
    const { code } = await server.smsTo(phone);
    // A newer code makes the older one void.
    if (first.code !== code) {
      const old = await server.client().auth.verifyOtp({ phone, token: first.code, type: 'sms' });
      expect(old.error).toMatchObject({ status: 403, code: 'otp_expired' });
    }
    await server.client().auth.verifyOtp({ phone, token: code, type: 'sms' });
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  it('keeps the password of who signs up twice at the same moment', async () => {
    const phone = newPhone();
    const signUp = () => server.client().auth.signUp({ phone, password: PASSWORD });
    const { transaction } = server.ctx.db;
    // The slower one has seen no account, and then finds that of the faster one.
    const begin = vi.spyOn(server.ctx.db, 'transaction').mockImplementationOnce(async (work, timeouts) => {
      await signUp();
      return transaction(work, timeouts);
    });
    expect((await signUp()).error).toMatchObject({ status: 409, code: 'conflict' });
    begin.mockRestore();
    const { code } = await server.smsTo(phone);
    expect((await server.client().auth.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull();
    expect((await server.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  });

  it.each([
    [
      'a number without country code',
      { phone: '015112345678', password: PASSWORD },
      400,
      'validation_failed',
    ],
    [
      'a number that is too long',
      { phone: '1234567890123456', password: PASSWORD },
      400,
      'validation_failed',
    ],
    ['letters', { phone: '+49 CALL ME', password: PASSWORD }, 400, 'validation_failed'],
    ['no password', { phone: '4915112345678' }, 400, 'validation_failed'],
    ['a weak password', { phone: '4915112345678', password: 'short' }, 422, 'weak_password'],
    [
      'an unknown channel',
      { phone: '4915112345678', password: PASSWORD, channel: 'pigeon' },
      400,
      'validation_failed',
    ],
  ])('refuses %s', async (_name, body, status, code) => {
    expect(await call(server, '/signup', { body })).toMatchObject({ status, body: { code } });
  });
});

describe('sign-in by phone', () => {
  it('answers the same for an unknown number, a wrong password and what is no number', async () => {
    const { phone } = await confirmed();
    const answers = [];
    for (const number of [phone, newPhone(), '0151', 'nonsense']) {
      const { error } = await server
        .client()
        .auth.signInWithPassword({ phone: number, password: 'a wrong password' });
      answers.push({ status: error?.status, code: error?.code, message: error?.message });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 400, code: 'invalid_credentials' });
  });

  it('takes the number as people write it', async () => {
    const { phone } = await confirmed();
    const written = `+${phone.slice(0, 2)} (${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;
    const { error } = await server.client().auth.signInWithPassword({ phone: written, password: PASSWORD });
    expect(error).toBeNull();
  });

  it('does not let a code of another number in', async () => {
    const one = newPhone();
    const other = newPhone();
    await server.client().auth.signInWithOtp({ phone: one });
    await server.client().auth.signInWithOtp({ phone: other });
    const { code } = await server.smsTo(one);
    const wrong = (await server.smsTo(other)).code === code ? otherCode(code) : code;
    const { error } = await server.client().auth.verifyOtp({ phone: other, token: wrong, type: 'sms' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  });
});

describe('where numbers count without proof', () => {
  it('a sign-up signs in at once, and tells of a number that is taken', async () => {
    const open = await startPhoneServer({ AUTH_PHONE_CONFIRM: 'false' });
    try {
      expect((await call(open, '/settings')).body).toMatchObject({ phone_autoconfirm: true });
      const phone = newPhone();
      const first = await open.client().auth.signUp({ phone, password: PASSWORD });
      expect(first.error).toBeNull();
      expect(first.data.session?.user).toMatchObject({ phone, phone_confirmed_at: expect.any(String) });
      expect(payloadOf(first.data.session?.access_token ?? '')).toMatchObject({
        amr: [{ method: 'password' }],
      });
      const second = await open.client().auth.signUp({ phone, password: PASSWORD });
      expect(second.error).toMatchObject({ status: 422, code: 'user_already_exists' });
      expect(await open.allSmsTo(phone)).toEqual([]);
    } finally {
      await open.stop();
    }
  });
});

describe('where phones are off', () => {
  it('every call says so', async () => {
    const closed = await startPhoneServer({ PHONE_SIGN_IN: 'false', PHONE_FACTOR_ENABLED: 'false' });
    try {
      const phone = newPhone();
      const { auth } = closed.client();
      const refused = (status: number, code = 'phone_provider_disabled') => ({ error: { status, code } });
      expect(await auth.signUp({ phone, password: PASSWORD })).toMatchObject(refused(400));
      expect(await auth.signInWithPassword({ phone, password: PASSWORD })).toMatchObject(refused(422));
      expect(await auth.signInWithOtp({ phone })).toMatchObject(refused(400));
      expect(await auth.verifyOtp({ phone, token: '123456', type: 'sms' })).toMatchObject(refused(400));
      expect(await auth.resend({ phone, type: 'sms' })).toMatchObject(refused(400));
      const { client } = await closed.signUp();
      expect(await client.auth.updateUser({ phone })).toMatchObject(refused(400));
      const factor = await client.auth.mfa.enroll({ factorType: 'phone', phone });
      expect(factor).toMatchObject(refused(422, 'mfa_phone_enroll_not_enabled'));
      const { body } = await call(closed, '/settings');
      expect(body.external).toMatchObject({ email: true, phone: false });
      expect(await closed.allSmsTo(phone)).toEqual([]);
    } finally {
      await closed.stop();
    }
  });
});
