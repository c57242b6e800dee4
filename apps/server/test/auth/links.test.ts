import { createHash } from 'node:crypto';
import { call, payloadOf } from '@dragoman/supabase-server/test/auth/call';
import { openLink } from '@dragoman/supabase-server/test/auth/mails';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '../servers.ts';

const PASSWORD = 'a long enough password';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({
    AUTH_EMAIL_CONFIRM: 'false',
    REDIRECT_ALLOW_LIST: 'https://*.partner.example/**',
    RATE_LIMIT_CODES_PER_ACCOUNT: '0',
  });
});
afterAll(() => server.stop());

async function askForLink(email: string, redirectTo?: string) {
  const { error } = await server.client().auth.signInWithOtp({
    email,
    options: redirectTo === undefined ? {} : { emailRedirectTo: redirectTo },
  });
  expect(error).toBeNull();
  return server.mailTo(email);
}

describe('signInWithOtp', () => {
  it('signs in with the code, once', async () => {
    const { email, userId } = await server.signUp();
    const { code } = await askForLink(email);
    const client = server.client();
    const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect(payloadOf(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'otp' }]);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const again = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(again.error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    });
  });

  it('makes an account of an unknown address, unless asked not to', async () => {
    const email = 'new@fair.example';
    const closed = await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    expect(closed.error).toBeNull();
    expect(await server.sql('select 1 from auth.users where email = $1', [email])).toEqual([]);
    await server.client().auth.signInWithOtp({ email, options: { data: { language: 'ar' } } });
    const mail = await server.mailTo(email);
    expect(mail.html).toContain('dir="rtl"');
    expect(mail.link.searchParams.get('type')).toBe('signup');
    const { data } = await server.client().auth.verifyOtp({ email, token: mail.code, type: 'email' });
    expect(data.user).toMatchObject({ email, user_metadata: { language: 'ar' } });
  });

  it('writes in the language of the profile', async () => {
    const person = await server.person({ role: 'visitor', language: 'zh' });
    const mail = await askForLink(person.email);
    expect(mail.subject).toBe('您的 Dragoman 登录链接');
  });

  it('refuses addresses that are none', async () => {
    for (const email of ['no address', 'a@fair.example\r\nBcc: b@fair.example', null]) {
      expect(await call(server, '/otp', { body: { email } })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });

  it('has an older name', async () => {
    const { email } = await server.signUp();
    expect(await call(server, '/magiclink', { body: { email } })).toMatchObject({ status: 200, body: {} });
    const { code } = await server.mailTo(email);
    expect(
      (await server.client().auth.verifyOtp({ email, token: code, type: 'magiclink' })).error,
    ).toBeNull();
  });

  it('mails no banned user', async () => {
    const { email, userId } = await server.signUp();
    const { code } = await askForLink(email);
    await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      userId,
    ]);
    await server.client().auth.signInWithOtp({ email });
    const verified = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(verified.error).toMatchObject({ status: 403, code: 'user_banned' });
    expect(await server.mailsTo(email)).toHaveLength(1);
  });
});

describe('resetPasswordForEmail', () => {
  it('lets the owner choose a new password, and does not reveal who has an account', async () => {
    const { email } = await server.signUp();
    expect((await server.client().auth.resetPasswordForEmail('nobody@fair.example')).error).toBeNull();
    expect((await server.client().auth.resetPasswordForEmail(email)).error).toBeNull();
    const mail = await server.mailTo(email);
    expect(mail.link.searchParams.get('type')).toBe('recovery');
    const client = server.client();
    expect((await client.auth.verifyOtp({ token_hash: mail.linkToken, type: 'recovery' })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'another fine password' })).error).toBeNull();
    const login = await server.client().auth.signInWithPassword({ email, password: 'another fine password' });
    expect(login.error).toBeNull();
    expect(await server.mailsTo('nobody@fair.example')).toEqual([]);
  });
});

describe('a code', () => {
  it('is void after five wrong ones, also when they come at once; its link still works', async () => {
    const { email } = await server.signUp();
    const { code, link } = await askForLink(email);
    const wrong = code === '000000' ? '000001' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () =>
        call(server, '/verify', { body: { type: 'email', email, token: wrong } }),
      ),
    );
    for (const guess of guesses) expect(guess).toMatchObject({ status: 403, body: { code: 'otp_expired' } });
    const late = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(late.error?.code).toBe('otp_expired');
    expect((await openLink(link)).given.get('access_token')).toBeTruthy();
  });

  it('belongs to its address and its purpose', async () => {
    const [one, two] = await Promise.all([server.signUp(), server.signUp()]);
    const { code } = await askForLink(one.email);
    const verify = (email: string, type: 'email' | 'signup' | 'email_change') =>
      server.client().auth.verifyOtp({ email, token: code, type });
    expect((await verify(two.email, 'email')).error?.code).toBe('otp_expired');
    expect((await verify(one.email, 'signup')).error?.code).toBe('otp_expired');
    expect((await verify(one.email, 'email_change')).error?.code).toBe('otp_expired');
    expect((await verify(one.email.toUpperCase(), 'email')).error).toBeNull();
  });

  it('expires, and its link with it', async () => {
    const { email } = await server.signUp();
    const { code, link } = await askForLink(email);
    await server.sql(`update auth.one_time_tokens set expires_at = now() where address = $1`, [email]);
    const late = await server.client().auth.verifyOtp({ email, token: code, type: 'email' });
    expect(late.error?.code).toBe('otp_expired');
    expect((await openLink(link)).given.get('error_code')).toBe('otp_expired');
  });

  it('gives one of several uses at once a session', async () => {
    const { email, userId } = await server.signUp();
    const { linkToken } = await askForLink(email);
    const uses = await Promise.all(
      Array.from({ length: 4 }, () =>
        call(server, '/verify', { body: { type: 'magiclink', token_hash: linkToken } }),
      ),
    );
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    const [{ count } = { count: -1 }] = await server.sql<{ count: number }>(
      'select count(*)::int as count from auth.sessions where user_id = $1',
      [userId],
    );
    expect(count).toBe(2);
  });

  it('is void once the password or the address has changed', async () => {
    const { email, client } = await server.signUp();
    const first = await askForLink(email);
    await client.auth.updateUser({ password: 'another fine password' });
    expect((await openLink(first.link)).given.get('error_code')).toBe('otp_expired');
    const second = await askForLink(email);
    await client.auth.updateUser({ email: `moved-${email}` });
    expect((await openLink(second.link)).given.get('error_code')).toBe('otp_expired');
  });

  it.each([
    ['no type', { token: '123456', email: 'a@fair.example' }],
    ['an unknown type', { type: 'constructor', token: '123456', email: 'a@fair.example' }],
    ['neither code nor hash', { type: 'email', email: 'a@fair.example' }],
    ['both', { type: 'email', token: '123456', token_hash: 'abc' }],
    ['a hash with an address', { type: 'email', token_hash: 'abc', email: 'a@fair.example' }],
    ['a hash with a target', { type: 'email', token_hash: 'abc', redirect_to: 'https://fair.example' }],
    ['a code without an address', { type: 'email', token: '123456' }],
    ['a code that is no text', { type: 'email', token: 123456, email: 'a@fair.example' }],
  ])('is refused with %s', async (_name, body) => {
    expect(await call(server, '/verify', { body })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('a mailed link', () => {
  it('leads to the asked page with a session that the official client takes up', async () => {
    const { email, userId } = await server.signUp();
    const target = `${server.url}/join/7?from=mail`;
    const mail = await askForLink(email, target);
    const opened = await openLink(mail.link);
    expect(opened.status).toBe(303);
    expect(opened.target.href.split('#')[0]).toBe(target);
    expect(Object.fromEntries(opened.given)).toMatchObject({
      token_type: 'bearer',
      type: 'magiclink',
      expires_in: '3600',
      sb: '',
    });
    const { data, error } = await server.client().auth.setSession({
      access_token: opened.given.get('access_token') ?? '',
      refresh_token: opened.given.get('refresh_token') ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    const again = await openLink(mail.link);
    expect(again.target.href.split('#')[0]).toBe(target);
    expect(Object.fromEntries(again.given)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  it('leads nowhere that was not allowed', async () => {
    const { email } = await server.signUp();
    for (const evil of [
      'https://evil.example/',
      'javascript:alert(1)',
      '//evil.example',
      'https://x@evil.example',
    ]) {
      const { link } = await askForLink(email, evil);
      expect(link.searchParams.get('redirect_to'), evil).toBe(server.url);
      link.searchParams.set('redirect_to', evil);
      expect((await openLink(link)).target.origin, evil).toBe(server.url);
    }
    const partner = 'https://shop.partner.example/welcome';
    const { link } = await askForLink(email, partner);
    expect((await openLink(link)).target.href.startsWith(`${partner}#`)).toBe(true);
  });

  it('is not used up by who asks for its head alone, and hides its address from the page', async () => {
    const { email } = await server.signUp();
    const { link } = await askForLink(email);
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(200);
    const response = await fetch(link, { redirect: 'manual' });
    expect(response.headers.get('location')).toContain('access_token=');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('needs a token and a type', async () => {
    for (const query of ['', '?token=abc', '?type=signup']) {
      const response = await fetch(`${server.url}/auth/v1/verify${query}`, { redirect: 'manual' });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error_code: 'validation_failed' });
    }
    const odd = await openLink(`${server.url}/auth/v1/verify?token=abc&type=nonsense`);
    expect(Object.fromEntries(odd.given)).toMatchObject({
      error: 'invalid_request',
      error_code: 'validation_failed',
    });
  });

  it('cannot be guessed from its code', async () => {
    const { email } = await server.signUp();
    const { linkToken, code } = await askForLink(email);
    // GoTrue's own token hash, and what the database keeps.
    const known = createHash('sha224').update(`${email}${code}`).digest('hex');
    const [kept] = await server.sql<{ code_hash: string }>(
      'select code_hash from auth.one_time_tokens where address = $1',
      [email],
    );
    for (const token_hash of [known, kept?.code_hash]) {
      expect(linkToken).not.toBe(token_hash);
      const guess = await call(server, '/verify', { body: { type: 'magiclink', token_hash } });
      expect(guess.body.code).toBe('otp_expired');
    }
  });
});

describe('mails', () => {
  it('that cannot be sent are logged by their kind, and the answer is the same', async () => {
    const send = vi
      .spyOn(server.ctx.mailer, 'send')
      .mockRejectedValueOnce(new Error('mail to lin@fair.example failed'));
    const error = vi.spyOn(server.ctx.log, 'error').mockImplementation(() => undefined);
    try {
      const { email } = await server.signUp(undefined, PASSWORD);
      expect((await server.client().auth.resetPasswordForEmail(email)).error).toBeNull();
      await vi.waitFor(() => expect(error).toHaveBeenCalled(), 10_000);
      expect(JSON.stringify(error.mock.calls)).not.toContain('fair.example');
      expect(JSON.stringify(error.mock.calls)).toContain('recovery link');
    } finally {
      send.mockRestore();
      error.mockRestore();
    }
  });
});
