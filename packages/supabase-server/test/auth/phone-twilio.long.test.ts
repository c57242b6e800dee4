import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  INVALID_NUMBER,
  startTwilioServer,
  type TwilioServer,
} from '../sms/twilio-server.ts';
import { call } from './call.ts';
import { codeIn, newPhone, type PhoneServer, startPhoneServer } from './phones.ts';

const PASSWORD = 'a long enough password';

let twilio: TwilioServer;
let server: PhoneServer;
beforeAll(async () => {
  twilio = await startTwilioServer();
  server = await startPhoneServer({
    TWILIO_BASE_URL: twilio.url,
    TWILIO_ACCOUNT_SID: ACCOUNT_SID,
    TWILIO_AUTH_TOKEN: AUTH_TOKEN,
    TWILIO_FROM: '+15005550006',
    SMS_TIMEOUT_MS: '10000',
  });
});
beforeEach(() => {
  twilio.mood = 'working';
});
afterAll(async () => {
  await server.stop();
  await twilio.close();
});

const lastTo = (phone: string) => twilio.taken.findLast(({ fields }) => fields.get('To') === `+${phone}`);

describe('with Twilio', () => {
  it('a code reaches the phone and signs in', async () => {
    expect((await call(server, '/settings')).body).toMatchObject({
      external: { phone: true },
      sms_provider: 'twilio',
    });
    const phone = newPhone();
    const { data, error } = await server.client().auth.signInWithOtp({ phone });
    expect(error).toBeNull();
    const sms = lastTo(phone);
    expect(data.messageId).toBe(sms?.sid);
    const token = codeIn(sms?.fields.get('Body') ?? '');
    const verified = await server.client().auth.verifyOtp({ phone, token, type: 'sms' });
    expect(verified.data.user).toMatchObject({ phone });
    expect(await server.allSmsTo(phone)).toEqual([]);
  });

  it('a number that is refused is told as 422, at every call that sends', async () => {
    const refused = { status: 422, code: 'sms_send_failed' };
    const phone = INVALID_NUMBER;
    const { client } = await server.signUp();
    expect((await server.client().auth.signInWithOtp({ phone })).error).toMatchObject(refused);
    expect((await server.client().auth.signUp({ phone, password: PASSWORD })).error).toMatchObject(refused);
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone });
    const challenge = await client.auth.mfa.challenge({ factorId: data?.id ?? '', channel: 'sms' });
    expect(challenge.error).toMatchObject(refused);
    expect(challenge.error?.message).not.toContain(phone);
  });

  it('a provider that fails is told as 500, and nothing else of the call has happened', async () => {
    twilio.mood = 'down';
    const failed = { status: 500, body: { code: 'sms_send_failed' } };
    expect(await call(server, '/otp', { body: { phone: newPhone() } })).toMatchObject(failed);
    const { accessToken, email, password } = await server.signUp();
    const change = await call(server, '/user', {
      method: 'PUT',
      bearer: accessToken,
      body: { phone: newPhone(), password: 'another fine password', data: { a: 1 } },
    });
    expect(change).toMatchObject(failed);
    const { data, error } = await server.client().auth.signInWithPassword({ email, password });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toEqual({});
  });

  it('a sign-up is answered alike for a known and an unknown number, also while messages fail', async () => {
    const known = newPhone();
    await server.client().auth.signInWithOtp({ phone: known });
    const token = codeIn(lastTo(known)?.fields.get('Body') ?? '');
    await server.client().auth.verifyOtp({ phone: known, token, type: 'sms' });
    for (const mood of ['down', 'overloaded'] as const) {
      twilio.mood = mood;
      const answers = [];
      for (const phone of [known, newPhone()]) {
        const { status, body } = await call(server, '/signup', { body: { phone, password: PASSWORD } });
        answers.push({ status, body });
      }
      expect(answers[0]).toEqual(answers[1]);
    }
  });

  it('a code that makes no account is answered alike for a known and an unknown number, also while messages fail', async () => {
    const known = newPhone();
    await server.client().auth.signInWithOtp({ phone: known });
    const token = codeIn(lastTo(known)?.fields.get('Body') ?? '');
    await server.client().auth.verifyOtp({ phone: known, token, type: 'sms' });
    for (const mood of ['working', 'down'] as const) {
      twilio.mood = mood;
      const answers = [];
      for (const phone of [known, newPhone()]) {
        const { status, body } = await call(server, '/otp', { body: { phone, create_user: false } });
        answers.push({ status, body: { ...body, message_id: String(body.message_id).replace(/\w/g, 'x') } });
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.status).toBe(200);
    }
  });

  it('no log holds a number, a code, a text or a secret', async () => {
    const lines: string[] = [];
    const note = (fields: object, message: string) => void lines.push(JSON.stringify([fields, message]));
    const log = { debug: note, info: note, warn: note, error: note };
    const logged = await server.startAnother({ log });
    const phone = newPhone();
    try {
      const there = { ...server, ctx: logged.ctx, url: logged.url };
      expect((await call(there, '/otp', { body: { phone } })).status).toBe(200);
      expect((await call(there, '/otp', { body: { phone: INVALID_NUMBER } })).status).toBe(422);
      twilio.mood = 'down';
      expect((await call(there, '/otp', { body: { phone } })).status).toBe(500);
      await call(there, '/signup', { body: { phone: newPhone(), password: PASSWORD } });
      await call(there, '/resend', { body: { type: 'sms', phone } });
      await call(there, '/verify', { body: { type: 'sms', phone, token: '000000' } });
    } finally {
      await logged.stop();
    }
    const written = lines.join('\n');
    expect(written).toContain('an SMS was not sent');
    const body = lastTo(phone)?.fields.get('Body') ?? '';
    for (const secret of [phone, INVALID_NUMBER, codeIn(body), body, AUTH_TOKEN]) {
      expect(written).not.toContain(secret);
    }
  });
});
