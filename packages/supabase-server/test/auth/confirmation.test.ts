import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertEmailUser } from '../../src/auth/data/users.ts';
import { APP_NAME } from '../harness.ts';
import { call } from './call.ts';
import { type MailServer, openLink, startMailServer } from './mails.ts';

const PASSWORD = 'a long enough password';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

const signUp = (email: string, options: Record<string, unknown> = {}) =>
  server.client().auth.signUp({ email, password: PASSWORD, options });

describe('a sign-up whose address must be confirmed', () => {
  it('gives a user without a session, and a mail that makes one', async () => {
    const email = 'lin@fair.example';
    const { data, error } = await signUp(email, { data: { language: 'zh' } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({ email, identities: [{ provider: 'email' }] });
    expect(Date.parse(data.user?.confirmation_sent_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(data.user).not.toHaveProperty('email_confirmed_at');

    const early = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const guess = await server.client().auth.signInWithPassword({ email, password: 'something else' });
    expect(guess.error).toMatchObject({ status: 400, code: 'invalid_credentials' });

    const mail = await server.mailTo(email);
    expect(mail.subject).toBe(`请确认您在 ${APP_NAME} 的邮箱地址`);
    const client = server.client();
    const verified = await client.auth.verifyOtp({ email, token: mail.code, type: 'signup' });
    expect(verified.error).toBeNull();
    expect(verified.data.user?.email_confirmed_at).toBeTruthy();
    expect(verified.data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });
    expect((await client.auth.getUser()).data.user?.id).toBe(data.user?.id);
    expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('does not tell whether the address has an account', async () => {
    const email = 'known@fair.example';
    await signUp(email);
    const { code } = await server.mailTo(email);
    await server.client().auth.verifyOtp({ email, token: code, type: 'signup' });
    const { data, error } = await signUp(email, { data: { name: 'X' } });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    const body = data.user as unknown as Record<string, unknown>;
    expect(body).toMatchObject({ email, role: 'authenticated', user_metadata: { name: 'X' } });
    const [own] = await server.sql('select id, raw_user_meta_data from auth.users where email = $1', [email]);
    expect(own?.id).not.toBe(body.id);
    expect(own?.raw_user_meta_data).toEqual({});
    // The decoy response looks like a real one.
    const real = (await signUp('unknown@fair.example')).data.user as unknown as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(Object.keys(real).sort());
    await server.mailTo('unknown@fair.example');
    expect(await server.mailsTo(email)).toHaveLength(1);
  });

  it('mails again who signs up twice with one password, and keeps it; the older mail is void', async () => {
    const email = 'twice@fair.example';
    const first = await signUp(email, { data: { turn: 1 } });
    const firstMail = await server.mailTo(email);
    const second = await signUp(email, { data: { turn: 2 } });
    expect(second.data.user).toMatchObject({ id: first.data.user?.id, user_metadata: { turn: 2 } });
    const [stored] = await server.sql('select raw_user_meta_data from auth.users where email = $1', [email]);
    expect(stored?.raw_user_meta_data).toEqual({ turn: 1 });
    const secondMail = await server.mailTo(email);
    const verify = (token: string) => server.client().auth.verifyOtp({ email, token, type: 'signup' });
    expect((await verify(firstMail.code)).error?.code).toBe('otp_expired');
    expect((await openLink(firstMail.link)).given.get('error_code')).toBe('otp_expired');
    expect((await verify(secondMail.code)).error).toBeNull();
    expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  // Until a mail is opened, nothing tells which of two sign-ups is the owner's. If the account kept
  // the first password, a stranger who signs up before the owner could sign in after the owner has
  // confirmed the address. If it took the last, a stranger would sign up after the owner.
  it('that comes twice with different passwords leaves neither: the mail signs its reader in', async () => {
    const email = 'contested@fair.example';
    const own = 'quite another password';
    const signIn = (password: string) => server.client().auth.signInWithPassword({ email, password });
    await signUp(email);
    await server.mailTo(email);
    await server.client().auth.signUp({ email, password: own });
    await server.mailTo(email);
    // The stranger's later sign-up does not undo it.
    await signUp(email);
    const { code } = await server.mailTo(email);
    const owner = server.client();
    expect((await owner.auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    expect((await signIn(PASSWORD)).error?.code).toBe('invalid_credentials');
    expect((await signIn(own)).error?.code).toBe('invalid_credentials');
    expect((await owner.auth.updateUser({ password: own })).error).toBeNull();
    expect((await signIn(own)).error).toBeNull();
  });

  it('does not leave a stranger’s password either when both sign up at the same moment', async () => {
    const email = 'moment@fair.example';
    await signUp('stranger@fair.example');
    const [stranger] = await server.sql<{ hash: string }>(
      `select encrypted_password as hash from auth.users where email = 'stranger@fair.example'`,
    );
    const { owners } = await server.ctx.db.transaction(async (tx) => {
      const encryptedPassword = stranger?.hash ?? '';
      await insertEmailUser(tx, { email, encryptedPassword, metadata: {}, confirmed: false });
      const owners = server.client().auth.signUp({ email, password: 'quite another password' });
      // It has seen no account, and waits for the stranger's.
      const waiting = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event = 'transactionid'`;
      await expect.poll(() => server.sql(waiting)).toHaveLength(1);
      return { owners };
    });
    expect((await owners).error).toBeNull();
    const { code } = await server.mailTo(email);
    expect((await server.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    const attempt = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(attempt.error?.code).toBe('invalid_credentials');
  });

  it('keeps the password of who signs up twice at the same moment', async () => {
    const email = 'hasty@fair.example';
    const { transaction } = server.ctx.db;
    // The slower one has seen no account, and then finds that of the faster one.
    const begin = vi.spyOn(server.ctx.db, 'transaction').mockImplementationOnce(async (work, timeouts) => {
      await signUp(email);
      await server.mailTo(email);
      return transaction(work, timeouts);
    });
    expect((await signUp(email)).error).toBeNull();
    begin.mockRestore();
    const { code } = await server.mailTo(email);
    expect((await server.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error).toBeNull();
    expect((await server.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('is mailed again on request, as often as there is something to confirm', async () => {
    const email = 'again@fair.example';
    await signUp(email);
    await server.mailTo(email);
    const resend = () => server.client().auth.resend({ type: 'signup', email });
    expect((await resend()).error).toBeNull();
    const { code } = await server.mailTo(email);
    expect((await server.client().auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull();
    expect((await resend()).error).toBeNull();
    expect(
      (await server.client().auth.resend({ type: 'signup', email: 'nobody@fair.example' })).error,
    ).toBeNull();
    for (const type of ['recovery', 'magiclink', '', null]) {
      const answer = await call(server, '/resend', { body: { type, email } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    // The mail of a later request has come: the requests before it were handled.
    await server.client().auth.signInWithOtp({ email });
    await server.mailTo(email, /sign-in/);
    expect(await server.mailsTo(email)).toHaveLength(3);
  });

  it('shows in the settings', async () => {
    expect((await call(server, '/settings')).body.mailer_autoconfirm).toBe(false);
  });

  it('keeps codes and links out of the database and the answers', async () => {
    const email = 'secret@fair.example';
    const answer = await call(server, '/signup', { body: { email, password: PASSWORD } });
    const { code, linkToken } = await server.mailTo(email);
    const [kept] = await server.sql<{ everything: string }>(
      'select jsonb_agg(t)::text as everything from auth.one_time_tokens t',
    );
    for (const text of [kept?.everything ?? '', JSON.stringify(answer.body)]) {
      expect(text).not.toContain(linkToken);
      expect(text).not.toContain(`"${code}"`);
    }
    expect(kept?.everything).toContain(email);
  });

  it('does not leave a stranger’s password on an account that its owner opens by mail', async () => {
    const email = 'victim@fair.example';
    await signUp(email);
    await server.mailTo(email);
    await server.client().auth.signInWithOtp({ email });
    const { code } = await server.mailTo(email);
    // A later mail that the stranger asks for does not undo it either.
    await server.client().auth.resend({ type: 'signup', email });
    const later = await server.mailTo(email);
    const owner = server.client();
    expect((await owner.auth.verifyOtp({ email, token: code, type: 'email' })).error?.code).toBe(
      'otp_expired',
    );
    expect((await owner.auth.verifyOtp({ email, token: later.code, type: 'email' })).error).toBeNull();
    const stranger = await server.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(stranger.error?.code).toBe('invalid_credentials');
  });
});

describe('where addresses need no confirmation', () => {
  it('a sign-up takes over an account that was only announced', async () => {
    const open = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
    try {
      const email = 'announced@fair.example';
      await open.client().auth.signInWithOtp({ email });
      const { code } = await open.mailTo(email);
      const { data, error } = await open.client().auth.signUp({ email, password: PASSWORD });
      expect(error).toBeNull();
      expect(data.session).not.toBeNull();
      expect((await open.client().auth.signUp({ email, password: PASSWORD })).error?.code).toBe(
        'user_already_exists',
      );
      expect((await open.client().auth.verifyOtp({ email, token: code, type: 'email' })).data.user?.id).toBe(
        data.user?.id,
      );
      expect((await open.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    } finally {
      await open.stop();
    }
  });
});
