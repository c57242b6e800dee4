import { AuthWeakPasswordError } from '@supabase/supabase-js';
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, call } from './call.ts';
import { type MailServer, openLink, startMailServer } from './mails.ts';

let server: MailServer;
afterEach(() => server.stop());

const PASSWORD = 'a long enough password';
const start = async (env: Record<string, string>) => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false', ...env });
};
const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  call(server, '/token?grant_type=password', { body: { email, password }, headers });
const signUp = (headers: Record<string, string> = {}) =>
  call(server, '/signup', {
    body: { email: `${crypto.randomUUID()}@fair.example`, password: PASSWORD },
    headers,
  });

function expectLimited(answer: Answer, code = 'over_request_rate_limit', most = 900): void {
  expect(answer).toMatchObject({ status: 429, body: { code } });
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(most);
  expect(answer.body.message).toContain(`${seconds} seconds`);
}

describe('sign-in', () => {
  it('is limited per account by its failures, known or not; the right password passes', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '3' });
    const { email, password } = await server.signUp();
    for (const account of [email, 'nobody@fair.example']) {
      const answers = [];
      for (let turn = 0; turn < 4; turn += 1) answers.push(await signIn(account, 'a wrong password'));
      expect(answers.slice(0, 3).map(({ body }) => body.code)).toEqual(
        Array.from({ length: 3 }, () => 'invalid_credentials'),
      );
      expectLimited(answers[3] as Answer);
    }
    expect((await signIn(email.toUpperCase(), password)).status).toBe(200);
    expectLimited(await signIn(email.toUpperCase(), 'a wrong password'));
    const { email: other } = await server.signUp();
    expect((await signIn(other, PASSWORD)).status).toBe(200);
    await server.sql('update dragoman.rate_limits set resets_at = now()');
    expect((await signIn(email, 'a wrong password')).status).toBe(400);
  });

  it('does not count what was right', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '2' });
    const { email, password } = await server.signUp();
    for (let turn = 0; turn < 5; turn += 1) expect((await signIn(email, password)).status).toBe(200);
    expect((await signIn(email, 'a wrong password')).status).toBe(400);
    expect((await signIn(email, password)).status).toBe(200);
  });

  it('counts all of many guesses at once', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '5' });
    const { email } = await server.signUp();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'a wrong password')));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 400),
      ...Array.from({ length: 7 }, () => 429),
    ]);
  });

  it('is limited per address, whatever a client writes before the proxy', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '2', TRUST_PROXY: 'true' });
    const from = (forwarded: string) =>
      signIn(`${crypto.randomUUID()}@fair.example`, 'x', { 'x-forwarded-for': forwarded });
    expect((await from('198.51.100.1, 203.0.113.9')).status).toBe(400);
    expect((await from('198.51.100.2, 203.0.113.9')).status).toBe(400);
    expectLimited(await from('198.51.100.3, 203.0.113.9'), 'over_request_rate_limit', 300);
    expect((await from('203.0.113.10')).status).toBe(400);
    for (const host of ['2001:db8:1:2::1', '2001:db8:1:2::2']) expect((await from(host)).status).toBe(400);
    expect((await from('2001:db8:1:2:3::3')).status).toBe(429);
  });

  it('is counted by all processes on one database together', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '2' });
    const { email } = await server.signUp();
    const second = await server.startAnother();
    try {
      const elsewhere = { ...server, ctx: second.ctx, url: second.url };
      const body = { email, password: 'a wrong password' };
      expect((await signIn(email, 'a wrong password')).status).toBe(400);
      expect((await call(elsewhere, '/token?grant_type=password', { body })).status).toBe(400);
      expectLimited(await call(elsewhere, '/token?grant_type=password', { body }));
      expectLimited(await signIn(email, 'a wrong password'));
    } finally {
      await second.stop();
    }
  });

  it('is limited for who guesses the present password with a stolen session', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '2' });
    const { accessToken } = await server.signUp();
    const guess = () =>
      call(server, '/user', {
        method: 'PUT',
        bearer: accessToken,
        body: { password: 'another fine password', current_password: 'a guess' },
      });
    expect((await guess()).body.code).toBe('current_password_invalid');
    expect((await guess()).body.code).toBe('current_password_invalid');
    expectLimited(await guess());
  });
});

describe('sign-up', () => {
  it('is limited per address, anonymous ones among them', async () => {
    await start({ RATE_LIMIT_SIGN_UPS_PER_ADDRESS: '2' });
    expect((await signUp()).status).toBe(200);
    expect((await call(server, '/signup', { body: {} })).status).toBe(200);
    expectLimited(await signUp(), 'over_request_rate_limit', 300);
    expectLimited(await call(server, '/signup', { body: {} }), 'over_request_rate_limit', 300);
  });

  it('lets a booth behind one address sign up by default', async () => {
    await start({});
    const answers = await Promise.all(Array.from({ length: 60 }, () => signUp()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));
  });

  it('refuses the most common passwords', async () => {
    await start({});
    const { error } = await server.client().auth.signUp({ email: 'a@fair.example', password: 'Password123' });
    expect(error).toBeInstanceOf(AuthWeakPasswordError);
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] });
    const { client } = await server.signUp();
    expect((await client.auth.updateUser({ password: '1234567890' })).error).toMatchObject({
      reasons: ['pwned'],
    });
  });
});

describe('mails', () => {
  const ask = (path: string, email: string) => call(server, path, { body: { email, type: 'signup' } });

  it('to one account keep their distance, whether it exists or not', async () => {
    await start({ RATE_LIMIT_MAIL_DISTANCE_SECONDS: '60' });
    const { email } = await server.signUp();
    for (const address of [email, 'nobody@fair.example']) {
      expect((await ask('/recover', address)).status).toBe(200);
      for (const path of ['/recover', '/otp', '/magiclink', '/resend']) {
        const answer = await ask(path, address);
        expectLimited(answer, 'over_email_send_rate_limit', 60);
        expect(answer.body.message).toMatch(/you can only request this after \d+ seconds/);
      }
    }
  });

  it('to one account and from one address have an end', async () => {
    await start({ RATE_LIMIT_MAILS_PER_ACCOUNT: '2', RATE_LIMIT_MAILS_PER_ADDRESS: '4' });
    const statuses = [];
    // A request refused for its account does not use up the limit that a whole hall shares.
    for (const name of ['a', 'a', 'a', 'b', 'c', 'd']) {
      statuses.push((await ask('/recover', `${name}@fair.example`)).status);
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429]);
  });
});

describe('who has an address', () => {
  it('can be asked with a session only as often as mails may be sent', async () => {
    await start({ AUTH_EMAIL_CONFIRM: 'true', RATE_LIMIT_MAILS_PER_ACCOUNT: '3', TRUST_PROXY: 'true' });
    const { data } = await server.client().auth.signInAnonymously();
    const admin = server.client(server.ctx.apiKeys.secret).auth.admin;
    const codes = [];
    for (let turn = 1; turn <= 5; turn += 1) {
      const email = `known-${turn}@fair.example`;
      await admin.createUser({ email, email_confirm: true });
      const { body } = await call(server, '/user', {
        method: 'PUT',
        bearer: data.session?.access_token ?? '',
        body: { email },
        headers: { 'x-forwarded-for': `203.0.113.${turn}` },
      });
      codes.push(body.code);
    }
    expect(codes).toEqual([
      undefined,
      undefined,
      undefined,
      'over_email_send_rate_limit',
      'over_email_send_rate_limit',
    ]);
  });
});

describe('codes', () => {
  it('are limited per account by the wrong ones, over all its mails', async () => {
    await start({ RATE_LIMIT_CODES_PER_ACCOUNT: '3' });
    const { email } = await server.signUp();
    const verify = (token: string) => call(server, '/verify', { body: { type: 'email', email, token } });
    for (let turn = 0; turn < 3; turn += 1) {
      await server.client().auth.signInWithOtp({ email });
      const { code } = await server.mailTo(email);
      expect((await verify(code === '000000' ? '000001' : '000000')).status).toBe(403);
    }
    await server.client().auth.signInWithOtp({ email });
    const { code, link } = await server.mailTo(email);
    expectLimited(await verify(code));
    // The owner still has the link.
    expect((await openLink(link)).given.get('access_token')).toBeTruthy();
  });

  it('are limited per address, links among them', async () => {
    await start({ RATE_LIMIT_CODES_PER_ADDRESS: '2' });
    const link = `${server.url}/auth/v1/verify?type=magiclink&token=abc`;
    expect((await openLink(link)).given.get('error_code')).toBe('otp_expired');
    const hash = await call(server, '/verify', { body: { type: 'email', token_hash: 'abc' } });
    expect(hash.body.code).toBe('otp_expired');
    expect((await openLink(link)).given.get('error_code')).toBe('over_request_rate_limit');
  });
});

describe('the counters', () => {
  it('hold no address, and can be turned off', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '0', RATE_LIMIT_SIGN_INS_PER_ADDRESS: '0' });
    const { email } = await server.signUp();
    for (let turn = 0; turn < 55; turn += 1) {
      expect((await signIn(email, 'x'.repeat(73))).status).toBe(400);
    }
    const rows = await server.sql<{ kept: string }>('select r::text as kept from dragoman.rate_limits r');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.kept).not.toMatch(/fair|127\.0/);
  });
});
