import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_NAME } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { newPhone, otherCode, type PhoneServer, startPhoneServer } from './phones.ts';

let server: PhoneServer;
beforeAll(async () => {
  server = await startPhoneServer();
});
afterAll(() => server.stop());

const verify = (phone: string, token: string) =>
  server.client().auth.verifyOtp({ phone, token, type: 'sms' });

describe('signInWithOtp by phone', () => {
  it('gives the id of the message, and its code signs a new user in', async () => {
    const phone = newPhone();
    const { data, error } = await server.client().auth.signInWithOtp({
      phone: `+${phone}`,
      options: { data: { name: 'Lin' } },
    });
    expect(error).toBeNull();
    const { id, code, text } = await server.smsTo(phone);
    expect(data.messageId).toBe(id);
    expect(code).toMatch(/^\d{6}$/);
    expect(text).toContain(APP_NAME);
    const verified = await verify(phone, code);
    expect(verified.data.user).toMatchObject({
      phone,
      phone_confirmed_at: expect.any(String),
      last_sign_in_at: expect.any(String),
      user_metadata: { name: 'Lin' },
    });
    expect(payloadOf(verified.data.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'otp' }] });

    await server.client().auth.signInWithOtp({ phone });
    const again = await verify(phone, (await server.smsTo(phone)).code);
    expect(again.data.user?.id).toBe(verified.data.user?.id);
  });

  it('writes in the user’s language, through the channel that was asked for', async () => {
    const phone = newPhone();
    await server.client().auth.signInWithOtp({
      phone,
      options: { channel: 'whatsapp', data: { language: 'zh' } },
    });
    const { channel, text } = await server.smsTo(phone);
    expect(channel).toBe('whatsapp');
    expect(text).toContain('验证码');
  });

  it('makes no account where that is not wanted', async () => {
    const phone = newPhone();
    const { error } = await server
      .client()
      .auth.signInWithOtp({ phone, options: { shouldCreateUser: false } });
    expect(error).toBeNull();
    expect(await server.sql('select 1 from auth.users where phone = $1', [phone])).toEqual([]);
    expect(await server.allSmsTo(phone)).toEqual([]);
  });

  it('does not wait for the message where no account can be made, so that its time tells of none', async () => {
    const closed = await startPhoneServer({ SIGNUP_ENABLED: 'false' });
    const { sms, apiKeys } = closed.ctx;
    const send = sms.send.bind(sms);
    let letThrough = () => {};
    const answered = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    sms.send = async (message) => {
      await answered;
      return send(message);
    };
    try {
      const phone = newPhone();
      await closed.client(apiKeys.secret).auth.admin.createUser({ phone, phone_confirm: true });
      const { data, error } = await closed.client().auth.signInWithOtp({ phone });
      expect(error).toBeNull();
      letThrough();
      const { id, code } = await closed.smsTo(phone);
      expect(data.messageId).toEqual(expect.any(String));
      expect(data.messageId).not.toBe(id);
      const verified = await closed.client().auth.verifyOtp({ phone, token: code, type: 'sms' });
      expect(verified.data.user).toMatchObject({ phone });
    } finally {
      letThrough();
      await closed.stop();
    }
  });

  it('refuses what is no number, and an address beside one', async () => {
    for (const body of [{ phone: '12' }, { phone: newPhone(), email: 'a@fair.example' }]) {
      expect(await call(server, '/otp', { body })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });

  it('goes to the countries alone that are served', async () => {
    const local = await startPhoneServer({ SMS_ALLOWED_PREFIXES: '49, 86' });
    try {
      const served = newPhone();
      expect((await local.client().auth.signInWithOtp({ phone: served })).error).toBeNull();
      const far = '882345678901';
      expect((await local.client().auth.signInWithOtp({ phone: far })).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
      expect(await local.allSmsTo(far)).toEqual([]);
    } finally {
      await local.stop();
    }
  });
});

describe('a code by SMS', () => {
  it('works once', async () => {
    const phone = newPhone();
    await server.client().auth.signInWithOtp({ phone });
    const { code } = await server.smsTo(phone);
    const answers = await Promise.all([verify(phone, code), verify(phone, code)]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.find(({ error }) => error)?.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  it('lives for sixty seconds', async () => {
    const phone = newPhone();
    await server.client().auth.signInWithOtp({ phone });
    const { code } = await server.smsTo(phone);
    const [token] = await server.sql<{ life: number }>(
      `select extract(epoch from expires_at - created_at)::int as life from auth.one_time_tokens where address = $1`,
      [phone],
    );
    expect(token?.life).toBe(60);
    await server.sql(`update auth.one_time_tokens set expires_at = now() where address = $1`, [phone]);
    expect((await verify(phone, code)).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
  });

  it('is not kept in clear', async () => {
    const phone = newPhone();
    await server.client().auth.signInWithOtp({ phone });
    const { code } = await server.smsTo(phone);
    const rows = await server.sql<{ kept: string }>(
      'select t::text as kept from auth.one_time_tokens t where address = $1',
      [phone],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.kept.replaceAll(phone, '')).not.toMatch(new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`));
  });

  it('has as many digits as is set, and lives as long', async () => {
    const other = await startPhoneServer({ SMS_CODE_DIGITS: '8', SMS_CODE_SECONDS: '300' });
    try {
      const phone = newPhone();
      await other.client().auth.signInWithOtp({ phone });
      expect((await other.smsTo(phone)).code).toMatch(/^\d{8}$/);
      const rows = await other.sql(
        `select 1 from auth.one_time_tokens where expires_at = created_at + interval '300 s'`,
      );
      expect(rows).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  it.each([
    ['an e-mail type', { type: 'email', phone: '4915112345678', token: '123456' }],
    ['a type of messages with an address', { type: 'sms', email: 'a@fair.example', token: '123456' }],
    ['a link of a message', { type: 'sms', token_hash: 'abc' }],
    ['no code', { type: 'sms', phone: '4915112345678' }],
    [
      'an address beside the number',
      { type: 'sms', phone: '4915112345678', email: 'a@b.example', token: '1' },
    ],
  ])('is refused with %s', async (_name, body) => {
    expect(await call(server, '/verify', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('resend by phone', () => {
  it('sends a new code to who waits for one', async () => {
    const phone = newPhone();
    await server.client().auth.signUp({ phone, password: 'a long enough password' });
    const first = await server.smsTo(phone);
    const { data, error } = await server.client().auth.resend({ type: 'sms', phone });
    expect(error).toBeNull();
    expect(data.messageId).toEqual(expect.any(String));
    const second = await server.smsTo(phone);
    if (first.code !== second.code) expect((await verify(phone, first.code)).error?.code).toBe('otp_expired');
    expect((await verify(phone, second.code)).error).toBeNull();
  });

  it('answers alike for a number that waits, an unknown and a confirmed one, and sends to the first alone', async () => {
    const [waiting, unknown, known] = [newPhone(), newPhone(), newPhone()];
    await server.client().auth.signInWithOtp({ phone: known });
    await verify(known, (await server.smsTo(known)).code);
    await server.client().auth.signUp({ phone: waiting, password: 'a long enough password' });
    await server.smsTo(waiting);
    const shapes = [];
    for (const phone of [unknown, known, waiting]) {
      const { status, body } = await call(server, '/resend', { body: { type: 'sms', phone } });
      shapes.push({ status, body: { ...body, message_id: typeof body.message_id } });
    }
    expect(shapes).toEqual(
      Array.from({ length: 3 }, () => ({ status: 200, body: { message_id: 'string' } })),
    );
    await server.smsTo(waiting);
    expect(await server.allSmsTo(unknown)).toEqual([]);
    expect(await server.allSmsTo(known)).toHaveLength(1);
  });

  it('refuses a number as an e-mail’s, and other types', async () => {
    for (const body of [
      { type: 'signup', phone: newPhone() },
      { type: 'sms', email: 'a@fair.example' },
      { type: 'recovery', phone: newPhone() },
    ]) {
      expect(await call(server, '/resend', { body }), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });
});

describe('guessing a code', () => {
  it('makes it void after five wrong ones, also when they come at once', async () => {
    const phone = newPhone();
    await server.client().auth.signInWithOtp({ phone });
    const { code } = await server.smsTo(phone);
    const guesses = await Promise.all(Array.from({ length: 5 }, () => verify(phone, otherCode(code))));
    expect(guesses.map(({ error }) => error?.code)).toEqual(Array.from({ length: 5 }, () => 'otp_expired'));
    expect((await verify(phone, code)).error?.code).toBe('otp_expired');
  });

  it('ends after ten for a number, however many codes it gets', async () => {
    const phone = newPhone();
    const wrong = async () => {
      await server.client().auth.signInWithOtp({ phone });
      const { code } = await server.smsTo(phone);
      return (await verify(phone, otherCode(code))).error?.code;
    };
    for (let turn = 0; turn < 10; turn += 1) expect(await wrong()).toBe('otp_expired');
    await server.client().auth.signInWithOtp({ phone });
    const { code } = await server.smsTo(phone);
    const answer = await call(server, '/verify', { body: { type: 'sms', phone, token: code } });
    expect(answer).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
