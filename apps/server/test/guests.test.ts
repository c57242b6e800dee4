import { call } from '@dragoman/supabase-server/test/auth/call';
import { openLink } from '@dragoman/supabase-server/test/auth/mails';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCleanup } from '../src/cleanup/cleanup.ts';
import { type Person, startTestServer, type TestServer } from './harness.ts';
import { type MailServer, startMailServer } from './servers.ts';

// A join page's calls for a visitor without an account (docs/adr/0025).

let server: MailServer;
let vendor: Person;
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
  vendor = await server.person({ role: 'vendor', company: 'Harbour Lighting' });
});
afterAll(() => server.stop());

async function openSession(): Promise<string> {
  const row = { vendor_id: vendor.profileId, status: 'active' };
  const { data } = await vendor.client.from('sessions').insert(row).select('id').single().throwOnError();
  return data.id as string;
}

/** Enters as the join page does. */
async function enter(at: TestServer, sessionId: string | null, more: Record<string, unknown> = {}) {
  const client = at.client();
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { language: 'zh' } } });
  if (error || !data.user) throw error ?? new Error('no user');
  const row = { user_id: data.user.id, role: 'visitor', name: '李娜', language: 'zh', ...more };
  const { data: profile } = await client.from('profiles').insert(row).select().single().throwOnError();
  if (sessionId) await client.rpc('join_session', { session_id: sessionId }).throwOnError();
  return { client, userId: data.user.id, profile };
}

const configOf = async (at: TestServer) =>
  (await (await fetch(`${at.url}/config.json`)).json()) as { guests: boolean };

describe('a guest', () => {
  it('has a name, no address and no company, joins and writes', async () => {
    const sessionId = await openSession();
    const guest = await enter(server, sessionId);
    expect(guest.profile).toMatchObject({ email: null, company: null, name: '李娜', language: 'zh' });
    await guest.client
      .from('messages')
      .insert({ session_id: sessionId, sender_id: guest.profile.id, content: '您好', source_language: 'zh' })
      .throwOnError();
    const { data } = await vendor.client
      .from('messages')
      .select('content, sender:profiles(name)')
      .eq('session_id', sessionId);
    expect(data).toEqual([{ content: '您好', sender: { name: '李娜' } }]);
  });

  it('is no vendor, with the claim of the token deciding', async () => {
    const guest = await enter(server, null);
    const change = await guest.client
      .from('profiles')
      .update({ role: 'vendor' })
      .eq('user_id', guest.userId)
      .select();
    expect(change.error).toMatchObject({ code: '42501' });
    const client = server.client();
    const { data } = await client.auth.signInAnonymously();
    const insert = await client
      .from('profiles')
      .insert({ user_id: data.user?.id, role: 'vendor', name: 'Mallory' });
    expect(insert.error).toMatchObject({ code: '42501' });
  });

  it('keeps account, profile and chats with an address, and may be a vendor then', async () => {
    const sessionId = await openSession();
    const guest = await enter(server, sessionId);
    const email = 'kept@fair.example';
    const { error } = await guest.client.auth.updateUser({ email, password: 'a long enough password' });
    expect(error).toBeNull();
    const elsewhere = server.client();
    const login = await elsewhere.auth.signInWithPassword({ email, password: 'a long enough password' });
    expect(login.data.user).toMatchObject({ id: guest.userId, is_anonymous: false });
    const { data: sessions } = await elsewhere.from('sessions').select('id, visitor:visitor_id(email)');
    expect(sessions).toEqual([{ id: sessionId, visitor: { email } }]);
    const { error: role } = await elsewhere
      .from('profiles')
      .update({ role: 'vendor' })
      .eq('user_id', guest.userId);
    expect(role).toBeNull();
  });

  it('keeps the address that they had written on their card', async () => {
    const guest = await enter(server, null, { email: 'office@fair.example' });
    await guest.client.auth.updateUser({ email: 'private@fair.example' });
    const { data } = await guest.client.from('profiles').select('email').eq('user_id', guest.userId).single();
    expect(data).toEqual({ email: 'office@fair.example' });
  });

  it('keeps no unconfirmed address where addresses are confirmed', async () => {
    const strict = await startMailServer();
    try {
      const guest = await enter(strict, null);
      const email = 'later@fair.example';
      await guest.client.auth.updateUser({ email, password: 'a long enough password' });
      const cardOf = async () =>
        (await guest.client.from('profiles').select('id, email').single().throwOnError()).data;
      expect(await cardOf()).toEqual({ id: guest.profile.id, email: null });
      // The link, on whatever device the mail is read.
      const { link } = await strict.mailTo(email);
      expect((await openLink(link)).given.get('access_token')).toBeTruthy();
      expect(await cardOf()).toEqual({ id: guest.profile.id, email });
      const login = await strict
        .client()
        .auth.signInWithPassword({ email, password: 'a long enough password' });
      expect(login.data.user).toMatchObject({ id: guest.userId, is_anonymous: false });
    } finally {
      await strict.stop();
    }
  });

  it('is one of forty who come in at once from one address', async () => {
    const guests = await Promise.all(Array.from({ length: 40 }, () => enter(server, null)));
    expect(new Set(guests.map(({ userId }) => userId)).size).toBe(40);
  });
});

describe('the cleanup', () => {
  const isThere = async (userId: string) =>
    (await server.sql('select from auth.users where id = $1', [userId])).length === 1;

  /** Moves the guest's dates into the past, as if the guest had come, and gone, so long ago. */
  async function age(userId: string, days: number): Promise<void> {
    const past = [userId, days];
    await server.sql(`update auth.users set created_at = now() - $2 * interval '1 day' where id = $1`, past);
    await server.sql(
      `update auth.sessions set updated_at = now() - $2 * interval '1 day' where user_id = $1`,
      past,
    );
  }

  it('forgets guests who have left nothing, and no other', async () => {
    const chats = await Promise.all([openSession(), openSession(), openSession()]);
    const [silent, answered, noted, reachable, recent, back, full] = await Promise.all([
      enter(server, chats[0] ?? null),
      enter(server, chats[1] ?? null),
      enter(server, chats[2] ?? null),
      enter(server, null, { phone: '+971 50 555 0142' }),
      enter(server, null),
      enter(server, null),
      enter(server, null),
    ]);
    // It was the vendor who wrote.
    await vendor.client
      .from('messages')
      .insert({ session_id: chats[1], sender_id: vendor.profileId, content: 'Hello?' })
      .throwOnError();
    await vendor.client
      .from('leads')
      .insert({ owner_id: vendor.profileId, person_id: noted.profile.id })
      .throwOnError();
    await full.client.auth.updateUser({ email: 'stays@fair.example' });
    for (const { userId } of [silent, answered, noted, reachable, full]) await age(userId, 31);
    await age(recent.userId, 29);
    await age(back.userId, 31);
    expect((await back.client.auth.refreshSession()).error).toBeNull();

    expect(await runCleanup(server.ctx)).toMatchObject({ 'abandoned guests': 1 });
    expect(await isThere(silent.userId)).toBe(false);
    for (const { userId } of [answered, noted, reachable, recent, back, full]) {
      expect(await isThere(userId)).toBe(true);
    }
    const { data } = await vendor.client.from('sessions').select('id').in('id', chats);
    expect(data?.map(({ id }) => id).sort()).toEqual([chats[1], chats[2]].sort());
  });
});

describe('an organiser', () => {
  it('lets guests in unless they say otherwise', async () => {
    expect((await configOf(server)).guests).toBe(true);
  });

  it.each([
    [{ GUESTS: 'off' }, 'anonymous_provider_disabled'],
    [{ ANONYMOUS_USERS_ENABLED: 'false' }, 'anonymous_provider_disabled'],
    [{ SIGNUP_ENABLED: 'false' }, 'signup_disabled'],
    [{ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SECRET: 'secret' }, 'captcha_failed'],
  ])('with %j has none, and the join page offers none', async (settings, code) => {
    const closed = await startTestServer(settings);
    try {
      expect((await configOf(closed)).guests).toBe(false);
      const answer = await call(closed, '/signup', { body: {} });
      expect(answer.body.code).toBe(code);
    } finally {
      await closed.stop();
    }
  });
});
