import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './call.ts';
import { type MailServer, openLink, startMailServer } from './mails.ts';

const PASSWORD = 'a long enough password';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

/** A confirmed user, signed in. */
async function member(email: string) {
  await server.client().auth.signUp({ email, password: PASSWORD });
  const { code } = await server.mailTo(email);
  const client = server.client();
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'signup' });
  if (error || !data.session || !data.user) throw error ?? new Error('no session');
  return { client, email, userId: data.user.id, accessToken: data.session.access_token };
}

describe('a change of address', () => {
  it('counts when both addresses have confirmed it', async () => {
    const { client, email, userId } = await member('old@fair.example');
    const { data, error } = await client.auth.updateUser({ email: 'New@fair.example' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: 'new@fair.example' });
    expect(data.user?.email_change_sent_at).toBeTruthy();
    // Triggers of an application know the column by Supabase's name.
    const row =
      'select email_change, confirmed_at = email_confirmed_at as confirmed from auth.users where id = $1';
    expect(await server.sql(row, [userId])).toEqual([{ email_change: 'new@fair.example', confirmed: true }]);
    const [toOld, toNew] = await Promise.all([
      server.mailTo(email, /change/i),
      server.mailTo('new@fair.example'),
    ]);
    expect(toOld.text).toContain('new@fair.example');

    const first = await call(server, '/verify', {
      body: { type: 'email_change', email: 'new@fair.example', token: toNew.code },
    });
    expect(first).toMatchObject({
      status: 200,
      body: { code: '200', msg: expect.stringContaining('other email') },
    });
    expect(first.body).not.toHaveProperty('user');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);

    const second = await server.client().auth.verifyOtp({ email, token: toOld.code, type: 'email_change' });
    expect(second.error).toBeNull();
    expect(second.data.user).toMatchObject({
      id: userId,
      email: 'new@fair.example',
      identities: [{ email: 'new@fair.example', identity_data: { email_verified: true } }],
    });
    expect(second.data.user).not.toHaveProperty('new_email');
    const login = (address: string) =>
      server.client().auth.signInWithPassword({ email: address, password: PASSWORD });
    expect((await login('new@fair.example')).error).toBeNull();
    expect((await login(email)).error?.code).toBe('invalid_credentials');
  });

  it('by links: the first leads on with a message, the second signs in', async () => {
    const { client, email } = await member('link-old@fair.example');
    await client.auth.updateUser({ email: 'link-new@fair.example' });
    const [toOld, toNew] = await Promise.all([
      server.mailTo(email, /change/i),
      server.mailTo('link-new@fair.example'),
    ]);
    const first = await openLink(toOld.link);
    expect(first.given.get('message')).toContain('other email');
    expect(first.given.get('access_token')).toBeNull();
    expect((await openLink(toOld.link)).given.get('error_code')).toBe('otp_expired');
    const second = await openLink(toNew.link);
    expect(second.given.get('type')).toBe('email_change');
    expect(second.given.get('access_token')).toBeTruthy();
    expect((await client.auth.getUser()).data.user?.email).toBe('link-new@fair.example');
  });

  it('does not count when one confirmation has expired, and is mailed again on request', async () => {
    const { client, email } = await member('slow-old@fair.example');
    await client.auth.updateUser({ email: 'slow-new@fair.example' });
    const toNew = await server.mailTo('slow-new@fair.example');
    await server.mailTo(email, /change/i);
    await server.sql(
      `update auth.one_time_tokens set expires_at = now() where purpose = 'email_change_current'`,
    );
    expect((await openLink(toNew.link)).given.get('message')).toContain('other email');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect((await server.client().auth.resend({ type: 'email_change', email })).error).toBeNull();
    const again = await server.mailTo(email, /change/i);
    expect((await openLink(again.link)).given.get('access_token')).toBeTruthy();
    expect((await client.auth.getUser()).data.user?.email).toBe('slow-new@fair.example');
  });

  it('to a third address voids what was mailed for the second', async () => {
    const { client, email } = await member('three-a@fair.example');
    await client.auth.updateUser({ email: 'three-b@fair.example' });
    const toSecond = await server.mailTo('three-b@fair.example');
    await server.mailTo(email, /change/i);
    await client.auth.updateUser({ email: 'three-c@fair.example' });
    expect((await openLink(toSecond.link)).given.get('error_code')).toBe('otp_expired');
    await openLink((await server.mailTo(email, /change/i)).link);
    await openLink((await server.mailTo('three-c@fair.example')).link);
    expect((await client.auth.getUser()).data.user?.email).toBe('three-c@fair.example');
  });

  it('fails when another user has taken the address in the meantime', async () => {
    const { client, email } = await member('rival@fair.example');
    await client.auth.updateUser({ email: 'wanted@fair.example' });
    const [toOld, toNew] = await Promise.all([
      server.mailTo(email, /change/i),
      server.mailTo('wanted@fair.example'),
    ]);
    await member('wanted@fair.example');
    await openLink(toOld.link);
    expect((await openLink(toNew.link)).given.get('error_code')).toBe('email_exists');
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
  });
});

describe('a change of address that is mailed again', () => {
  it('goes to the new address only as often as mails may go there', async () => {
    const limited = await startMailServer({ RATE_LIMIT_MAIL_DISTANCE_SECONDS: '600' });
    try {
      const [email, victim] = ['pump@fair.example', 'pumped@fair.example'];
      const admin = limited.client(limited.ctx.apiKeys.secret).auth.admin;
      await admin.createUser({ email, password: PASSWORD, email_confirm: true });
      const client = limited.client();
      await client.auth.signInWithPassword({ email, password: PASSWORD });
      expect((await client.auth.updateUser({ email: victim })).error).toBeNull();
      const toOld = await limited.mailTo(email);
      const toNew = await limited.mailTo(victim);
      expect((await client.auth.resend({ type: 'email_change', email })).error).toBeNull();
      await limited.mailTo(email);
      // A new link for the new address would have made this one void.
      expect((await openLink(toNew.link)).given.get('message')).toContain('other email');
      expect(await limited.mailsTo(victim)).toHaveLength(1);
      expect((await openLink(toOld.link)).given.get('error_code')).toBe('otp_expired');
    } finally {
      await limited.stop();
    }
  });
});

describe('reauthenticate', () => {
  it('mails a code that a password change can carry, once', async () => {
    const { client, email } = await member('nonce@fair.example');
    expect((await client.auth.reauthenticate()).error).toBeNull();
    const mail = await server.mailTo(email, /code/);
    expect(mail.text).not.toContain('http');
    const wrong = mail.code === '000000' ? '000001' : '000000';
    const change = (password: string, nonce: string) => client.auth.updateUser({ password, nonce });
    expect((await change('another fine password', wrong)).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    });
    expect((await change('another fine password', mail.code)).error).toBeNull();
    expect((await change('yet another password', mail.code)).error?.code).toBe('reauthentication_not_valid');
  });

  it('accepts no other user’s code, and does not sign in', async () => {
    const [one, two] = [await member('nonce-a@fair.example'), await member('nonce-b@fair.example')];
    await one.client.auth.reauthenticate();
    const { code } = await server.mailTo(one.email, /code/);
    const foreign = await two.client.auth.updateUser({ password: 'another fine password', nonce: code });
    expect(foreign.error?.code).toBe('reauthentication_not_valid');
    const asSignIn = await server.client().auth.verifyOtp({ email: one.email, token: code, type: 'email' });
    expect(asSignIn.error?.code).toBe('otp_expired');
  });

  it('can be demanded of sessions older than a day', async () => {
    const strict = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false', PASSWORD_REAUTHENTICATION: 'true' });
    try {
      const { client, email, userId } = await strict.signUp();
      expect((await client.auth.updateUser({ password: 'another fine password' })).error).toBeNull();
      await strict.sql(
        `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
        [userId],
      );
      expect((await client.auth.updateUser({ password: 'yet another password' })).error).toMatchObject({
        status: 400,
        code: 'reauthentication_needed',
      });
      await client.auth.reauthenticate();
      const { code } = await strict.mailTo(email);
      expect(
        (await client.auth.updateUser({ password: 'yet another password', nonce: code })).error,
      ).toBeNull();
    } finally {
      await strict.stop();
    }
  });

  it('needs a confirmed address', async () => {
    const { accessToken, userId } = await member('unconfirmed@fair.example');
    await server.sql('update auth.users set email_confirmed_at = null where id = $1', [userId]);
    expect(await call(server, '/reauthenticate', { bearer: accessToken })).toMatchObject({
      status: 422,
      body: { code: 'email_not_confirmed' },
    });
  });
});
