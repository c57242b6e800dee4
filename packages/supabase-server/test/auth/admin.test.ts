import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_NAME } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { type MailServer, openLink, startMailServer } from './mails.ts';

const PASSWORD = 'a long enough password';

let server: MailServer;
let admin: SupabaseClient['auth']['admin'];
beforeAll(async () => {
  server = await startMailServer();
  admin = server.client(server.ctx.apiKeys.secret).auth.admin;
});
afterAll(() => server.stop());

const newEmail = () => `${randomUUID()}@fair.example`;
const signIn = (email: string, password = PASSWORD) =>
  server.client().auth.signInWithPassword({ email, password });

/** A confirmed user, made by the administrator. */
async function member(email = newEmail()) {
  const { data, error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (error || !data.user) throw error ?? new Error('no user');
  return { id: data.user.id, email };
}

describe('admin calls', () => {
  it.each([
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${randomUUID()}`],
    ['PUT', `/admin/users/${randomUUID()}`],
    ['DELETE', `/admin/users/${randomUUID()}`],
    ['GET', `/admin/users/${randomUUID()}/factors`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
    ['GET', '/admin/anything'],
  ])('%s %s are for the secret key alone', async (method, path) => {
    const { email } = await member();
    const user = await signIn(email);
    const publishable = server.ctx.apiKeys.publishable;
    const ask = (bearer?: string) => call(server, path, { method, ...(bearer ? { bearer } : {}) });
    expect(await ask()).toMatchObject({ status: 401, body: { code: 'no_authorization' } });
    expect(await ask(publishable)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    expect(await ask(user.data.session?.access_token)).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    });
    expect(await ask('sb_secret_0123456789abcdef')).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
    const forged = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
    expect(await ask(forged)).toMatchObject({ status: 403, body: { code: 'bad_jwt' } });
    // The secret key in the other header does not make an administrator of the bearer.
    const mixed = await call(server, path, {
      method,
      bearer: publishable,
      headers: { apikey: server.ctx.apiKeys.secret },
    });
    expect(mixed).toMatchObject({ status: 403, body: { code: 'not_admin' } });
  });
});

describe('createUser', () => {
  it('makes a user as told, without a mail', async () => {
    const id = randomUUID();
    const email = newEmail();
    const { data, error } = await admin.createUser({
      id,
      email: email.toUpperCase(),
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { name: 'Lin' },
      app_metadata: { team: 'A', gone: null },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email,
      user_metadata: { name: 'Lin' },
      app_metadata: { provider: 'email', providers: ['email'], team: 'A' },
      identities: [{ provider: 'email', email, identity_data: { email_verified: true } }],
    });
    expect(data.user?.email_confirmed_at).toBeTruthy();
    const { data: session } = await signIn(email);
    expect(payloadOf(session.session?.access_token ?? '')).toMatchObject({ app_metadata: { team: 'A' } });
    expect(await server.mailsTo(email)).toEqual([]);
  });

  it('leaves the address unconfirmed unless told otherwise', async () => {
    const email = newEmail();
    const { data } = await admin.createUser({ email, password: PASSWORD });
    expect(data.user).not.toHaveProperty('email_confirmed_at');
    expect((await signIn(email)).error?.code).toBe('email_not_confirmed');
  });

  it('takes an Argon2id hash made elsewhere', async () => {
    const email = newEmail();
    const hash = await server.sql<{ encrypted_password: string }>(
      'select encrypted_password from auth.users where id = $1',
      [(await member()).id],
    );
    await admin.createUser({
      email,
      password_hash: hash[0]?.encrypted_password ?? '',
      email_confirm: true,
    });
    expect((await signIn(email)).error).toBeNull();
  });

  it('refuses what cannot be', async () => {
    const { id, email } = await member();
    const create = (body: unknown) =>
      call(server, '/admin/users', { bearer: server.ctx.apiKeys.secret, body });
    expect(await create({ email })).toMatchObject({ status: 422, body: { code: 'email_exists' } });
    expect(await create({ email: newEmail(), password: 'short' })).toMatchObject({
      status: 422,
      body: { code: 'weak_password' },
    });
    for (const body of [
      {},
      { email: 'nonsense' },
      { phone: '015112345678' },
      { id, email: newEmail() },
      { id: 'nonsense', email: newEmail() },
      {
        email: newEmail(),
        password: PASSWORD,
        password_hash: '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAA',
      },
      { email: newEmail(), password_hash: '$2b$10$abcdefghijklmnopqrstuv' },
      { email: newEmail(), role: 'postgres; drop table x' },
      { email: newEmail(), app_metadata: 'text' },
      { email: newEmail(), ban_duration: 'for ever' },
    ]) {
      expect(await create(body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });
});

describe('updateUserById', () => {
  it('changes what is given, and ends all sessions with a new password', async () => {
    const { id, email } = await member();
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await server.client().auth.resetPasswordForEmail(email);
    const recovery = await server.mailTo(email);
    const moved = newEmail();
    const { data, error } = await admin.updateUserById(id, {
      email: moved,
      password: 'another fine password',
      user_metadata: { a: 1, b: { c: 2 } },
      app_metadata: { team: 'B', provider: null },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email: moved,
      user_metadata: { a: 1, b: { c: 2 } },
      app_metadata: { team: 'B' },
    });
    expect(data.user?.app_metadata).not.toHaveProperty('provider');
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await openLink(recovery.link)).given.get('error_code')).toBe('otp_expired');
    expect((await signIn(moved, 'another fine password')).error).toBeNull();
    expect((await signIn(email)).error?.code).toBe('invalid_credentials');
    const { data: again } = await admin.updateUserById(id, { user_metadata: { a: null, d: 3 } });
    expect(again.user?.user_metadata).toEqual({ b: { c: 2 }, d: 3 });
    expect(again.user?.email).toBe(moved);
  });

  it('bans and lifts a ban', async () => {
    const { id, email } = await member();
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { data } = await admin.updateUserById(id, { ban_duration: '24h' });
    const until = Date.parse((data.user as unknown as { banned_until: string }).banned_until);
    expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect((await signIn(email)).error?.code).toBe('user_banned');
    expect((await client.auth.getUser()).error?.code).toBe('user_banned');
    expect((await client.auth.refreshSession()).error?.code).toBe('user_banned');
    const { data: lifted } = await admin.updateUserById(id, { ban_duration: 'none' });
    expect(lifted.user).not.toHaveProperty('banned_until');
    expect((await signIn(email)).error).toBeNull();
  });

  it('confirms an address, and refuses a taken one', async () => {
    const email = newEmail();
    const { data } = await admin.createUser({ email, password: PASSWORD });
    const id = data.user?.id ?? '';
    expect(
      (await admin.updateUserById(id, { email_confirm: true })).data.user?.email_confirmed_at,
    ).toBeTruthy();
    expect((await signIn(email)).error).toBeNull();
    const other = await member();
    expect((await admin.updateUserById(id, { email: other.email })).error).toMatchObject({
      status: 422,
      code: 'email_exists',
    });
  });
});

describe('reading and deleting users', () => {
  it('finds one, and reports an unknown one', async () => {
    const { id, email } = await member();
    expect((await admin.getUserById(id)).data.user).toMatchObject({ id, email });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const ask = (which: string) =>
        call(server, `/admin/users/${which}`, {
          method,
          bearer: server.ctx.apiKeys.secret,
          ...(method === 'GET' ? {} : { body: {} }),
        });
      expect(await ask(randomUUID()), method).toMatchObject({
        status: 404,
        body: { code: 'user_not_found' },
      });
      expect(await ask('nonsense'), method).toMatchObject({
        status: 404,
        body: { code: 'validation_failed' },
      });
    }
  });

  it('lists pages, newest first', async () => {
    const made = [await member(), await member(), await member()];
    const first = await admin.listUsers({ page: 1, perPage: 2 });
    expect(first.error).toBeNull();
    expect(first.data.users.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id]);
    const { total = 0, nextPage } = first.data as unknown as Record<string, number>;
    expect(nextPage).toBe(2);
    const [count] = await server.sql<{ n: number }>(
      'select count(*)::int as n from auth.users where deleted_at is null',
    );
    expect(total).toBe(count?.n);
    // The official client reads no more than one digit of a page's number, so this is looked at by
    // hand.
    const last = Math.ceil(total / 2);
    const raw = await call(server, `/admin/users?page=${last}&per_page=2`, {
      bearer: server.ctx.apiKeys.secret,
    });
    expect(raw.headers.get('link')).toBe(`</admin/users?page=${last}&per_page=2>; rel="last"`);
    const second = await admin.listUsers({ page: 2, perPage: 2 });
    expect(second.data.users[0]?.id).toBe(made[0]?.id);
    const all = await admin.listUsers();
    expect(all.data.users).toHaveLength(Math.min(50, total));
    expect(JSON.stringify(all.data)).not.toMatch(/argon2|encrypted/);
    const bad = await call(server, '/admin/users?page=x', { bearer: server.ctx.apiKeys.secret });
    expect(bad).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('removes a user with all they have', async () => {
    const { id, email } = await member();
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await admin.deleteUser(id)).error).toBeNull();
    expect((await client.auth.getUser()).error?.code).toBe('user_not_found');
    expect((await signIn(email)).error?.code).toBe('invalid_credentials');
    expect(await server.sql('select id from auth.users where id = $1', [id])).toEqual([]);
  });

  it('or empties the account and keeps its row', async () => {
    const { id, email } = await member();
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await admin.deleteUser(id, true)).error).toBeNull();
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found');
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    const [row] = await server.sql<{ kept: string }>(
      'select u::text as kept from auth.users u where id = $1',
      [id],
    );
    expect(row?.kept).toContain(id);
    expect(row?.kept).not.toContain(email);
    // The address can be used again.
    await member(email);
  });
});

describe('inviteUserByEmail', () => {
  it('mails an invitation that signs its reader in', async () => {
    const email = newEmail();
    const { data, error } = await admin.inviteUserByEmail(email, {
      data: { language: 'ar' },
      redirectTo: `${server.url}/login`,
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { language: 'ar' } });
    expect(data.user?.invited_at).toBeTruthy();
    const mail = await server.mailTo(email);
    expect(mail.subject).toBe(`أنت مدعو إلى ${APP_NAME}`);
    expect(mail.link.searchParams.get('type')).toBe('invite');
    const { target, given } = await openLink(mail.link);
    expect(target.pathname).toBe('/login');
    expect(given.get('access_token')).toBeTruthy();
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' });
  });
});

describe('generateLink', () => {
  it('makes a sign-up link for the administrator to deliver', async () => {
    const email = newEmail();
    const { data, error } = await admin.generateLink({
      type: 'signup',
      email,
      password: PASSWORD,
      options: { data: { name: 'Lin' }, redirectTo: `${server.url}/join/7` },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Lin' } });
    expect(data.properties).toMatchObject({
      verification_type: 'signup',
      redirect_to: `${server.url}/join/7`,
      email_otp: expect.stringMatching(/^\d{6}$/),
      hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    });
    const { target, given } = await openLink(data.properties?.action_link ?? '');
    expect(target.pathname).toBe('/join/7');
    expect(given.get('type')).toBe('signup');
    expect((await signIn(email)).error).toBeNull();
    expect(await server.mailsTo(email)).toEqual([]);
  });

  it('makes links that the code or the hash redeems', async () => {
    const { email } = await member();
    const link = async (type: 'magiclink' | 'recovery') => {
      const { data } = await admin.generateLink({ type, email });
      return data.properties;
    };
    const magic = await link('magiclink');
    const byHash = await server
      .client()
      .auth.verifyOtp({ token_hash: magic?.hashed_token ?? '', type: 'magiclink' });
    expect(byHash.data.user?.email).toBe(email);
    const recovery = await link('recovery');
    const byCode = await server
      .client()
      .auth.verifyOtp({ email, token: recovery?.email_otp ?? '', type: 'recovery' });
    expect(byCode.data.user?.email).toBe(email);
    const fresh = newEmail();
    const { data } = await admin.generateLink({ type: 'magiclink', email: fresh });
    expect(data.properties?.verification_type).toBe('signup');
    const invited = await admin.generateLink({ type: 'invite', email: newEmail() });
    expect(invited.data.user?.invited_at).toBeTruthy();
  });

  it('lets both addresses confirm a change', async () => {
    const { id, email } = await member();
    const moved = newEmail();
    const link = async (type: 'email_change_current' | 'email_change_new') => {
      const { data, error } = await admin.generateLink({ type, email, newEmail: moved });
      expect(error).toBeNull();
      return data.properties?.action_link ?? '';
    };
    const current = await link('email_change_current');
    expect((await openLink(current)).given.get('message')).toContain('other email');
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
    expect((await openLink(await link('email_change_new'))).given.get('access_token')).toBeTruthy();
    expect((await admin.getUserById(id)).data.user?.email).toBe(moved);
  });

  it('lets the present address confirm a change although it was never confirmed itself', async () => {
    const email = newEmail();
    const { data: made } = await admin.createUser({ email, password: PASSWORD, email_confirm: false });
    const moved = newEmail();
    const link = async (type: 'email_change_current' | 'email_change_new') => {
      const { data, error } = await admin.generateLink({ type, email, newEmail: moved });
      expect(error).toBeNull();
      expect(data.user?.new_email).toBe(moved);
      return data.properties?.action_link ?? '';
    };
    expect((await openLink(await link('email_change_current'))).given.get('message')).toContain(
      'other email',
    );
    expect((await openLink(await link('email_change_new'))).given.get('access_token')).toBeTruthy();
    expect((await admin.getUserById(made.user?.id ?? '')).data.user?.email).toBe(moved);
  });

  it('refuses what cannot be', async () => {
    const { email } = await member();
    const generate = (body: unknown) =>
      call(server, '/admin/generate_link', { bearer: server.ctx.apiKeys.secret, body });
    expect((await generate({ type: 'signup', email, password: PASSWORD })).body.code).toBe('email_exists');
    expect((await generate({ type: 'invite', email })).body.code).toBe('email_exists');
    expect((await generate({ type: 'email_change_new', email, new_email: email })).body.code).toBe(
      'email_exists',
    );
    expect(await generate({ type: 'recovery', email: newEmail() })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
    for (const body of [
      { email },
      { type: 'other', email },
      { type: 'magiclink' },
      { type: 'signup', email: newEmail() },
      { type: 'email_change_current', email },
    ]) {
      expect(await generate(body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
  });
});

describe('factors', () => {
  it('are listed without their secrets and removed for who has lost them', async () => {
    const { id, email } = await member();
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
    const secret = enrolled.data?.totp.secret ?? '';
    const factorId = enrolled.data?.id ?? '';
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await client.auth.mfa.challengeAndVerify({ factorId, code });
    const listed = await admin.mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp' }]);
    expect(JSON.stringify(listed.data)).not.toContain(secret);
    const stranger = await member();
    expect((await admin.mfa.deleteFactor({ userId: stranger.id, id: factorId })).error?.code).toBe(
      'mfa_factor_not_found',
    );
    const removed = await admin.mfa.deleteFactor({ userId: id, id: factorId });
    expect(removed.error).toBeNull();
    expect(JSON.stringify(removed.data)).toContain(factorId);
    const { data } = await client.auth.refreshSession();
    expect(payloadOf(data.session?.access_token ?? '')).toMatchObject({ aal: 'aal1' });
    expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
  });
});

describe('the stored forms', () => {
  it('of codes do not tell them: a million of them are hashed in a second where no key is needed', async () => {
    const { email } = await member();
    const { data } = await admin.generateLink({ type: 'magiclink', email });
    const code = data.properties?.email_otp;
    const [row] = await server.sql('select code_hash from auth.one_time_tokens where address = $1', [email]);
    for (const text of [code, `${email}${code}`, JSON.stringify([email, code])]) {
      for (const algorithm of ['sha224', 'sha256']) {
        expect(row?.code_hash).not.toBe(createHash(algorithm).update(`${text}`).digest('hex'));
      }
    }
    expect(row?.code_hash).toBe(
      createHmac('sha256', server.ctx.masterKey.derive('one-time codes'))
        .update(JSON.stringify([email, code]))
        .digest('hex'),
    );
  });
});
