import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from './call.ts';
import { newPhone, otherCode, type PhoneServer, startPhoneServer } from './phones.ts';

let server: PhoneServer;
afterEach(() => server.stop());

describe('what an operator sets', () => {
  it('is how long tries are counted', async () => {
    server = await startPhoneServer({
      RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '1',
      RATE_LIMIT_ACCOUNT_WINDOW_SECONDS: '7200',
      RATE_LIMIT_SIGN_UPS_PER_ADDRESS: '1',
      RATE_LIMIT_ADDRESS_WINDOW_SECONDS: '3600',
    });
    const guess = () =>
      call(server, '/token?grant_type=password', { body: { email: 'a@fair.example', password: 'x' } });
    await guess();
    const account = Number((await guess()).headers.get('retry-after'));
    expect(account).toBeGreaterThan(3600);
    expect(account).toBeLessThanOrEqual(7200);
    await call(server, '/signup', { body: {} });
    const address = Number((await call(server, '/signup', { body: {} })).headers.get('retry-after'));
    expect(address).toBeGreaterThan(900);
    expect(address).toBeLessThanOrEqual(3600);
  });

  it('is after how many wrong tries a code is void', async () => {
    server = await startPhoneServer({ CODE_ATTEMPTS: '2' });
    const phone = newPhone();
    const verify = (token: string) => server.client().auth.verifyOtp({ phone, token, type: 'sms' });
    await server.client().auth.signInWithOtp({ phone });
    const first = await server.smsTo(phone);
    expect((await verify(otherCode(first.code))).error?.code).toBe('otp_expired');
    expect((await verify(first.code)).error).toBeNull();
    await server.client().auth.signInWithOtp({ phone });
    const second = await server.smsTo(phone);
    for (let turn = 0; turn < 2; turn += 1) await verify(otherCode(second.code));
    expect((await verify(second.code)).error?.code).toBe('otp_expired');
  });

  it('is how many factors one may have, and how long a challenge can be met', async () => {
    server = await startPhoneServer({ MFA_MAX_FACTORS: '1', MFA_CHALLENGE_SECONDS: '60' });
    const { client } = await server.signUp();
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'a' });
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'b' })).error).toMatchObject({
      code: 'too_many_enrolled_mfa_factors',
    });
    const factorId = data?.id ?? '';
    const challenge = await client.auth.mfa.challenge({ factorId });
    await server.sql(`update auth.mfa_challenges set created_at = now() - interval '61 s'`);
    const secret = Secret.fromBase32(data?.type === 'totp' ? data.totp.secret : '');
    const answer = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data?.id ?? '',
      code: new TOTP({ secret }).generate(),
    });
    expect(answer.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });
});
