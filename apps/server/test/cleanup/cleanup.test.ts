import { randomUUID } from 'node:crypto';
import { call, payloadOf } from '@dragoman/supabase-server/test/auth/call';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCleanup, startCleanup } from '../../src/cleanup/cleanup.ts';
import type { SignedIn } from '../harness.ts';
import { pdf, webm } from '../storage/samples.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer({ RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0' });
});
afterAll(() => server.stop());

const round = (batch?: number) => runCleanup(server.ctx, { batch });
const sessionOf = ({ accessToken }: SignedIn) => payloadOf(accessToken).session_id as string;
const exists = async (table: string, id: unknown) =>
  (await server.sql(`select 1 from ${table} where id = $1`, [id])).length === 1;
const refresh = (token: string) =>
  call(server, '/token?grant_type=refresh_token', { body: { refresh_token: token } });

/** Refreshes twice. @returns the three tokens of the session, oldest first */
async function threeTokens(user: SignedIn): Promise<[string, string, string]> {
  const first = (await user.client.auth.getSession()).data.session?.refresh_token as string;
  const second = (await refresh(first)).body.refresh_token as string;
  const third = (await refresh(second)).body.refresh_token as string;
  return [first, second, third];
}

describe('a round of the cleanup', () => {
  // Tests count what a round removes: what another has left is gone before.
  beforeEach(async () => {
    await round();
  });

  it('removes sessions that ended long ago, and no other', async () => {
    const [over, revoked, idle, justOver, forgotten] = await Promise.all([
      server.signUp(),
      server.signUp(),
      server.signUp(),
      server.signUp(),
      server.signUp(),
    ]);
    const set = (user: SignedIn, change: string) =>
      server.sql(`update auth.sessions set ${change} where id = $1`, [sessionOf(user)]);
    await set(over, `not_after = now() - interval '31 days'`);
    await set(justOver, `not_after = now() - interval '29 days'`);
    await set(revoked, `updated_at = now() - interval '31 days'`);
    await server.sql(
      `update auth.refresh_tokens set revoked_at = now() - interval '31 days' where session_id = $1`,
      [sessionOf(revoked)],
    );
    // A phone in a drawer for four weeks is still signed in. After thirty days its session has
    // ended (SESSION_IDLE_SECONDS).
    const unused = (days: number) =>
      `updated_at = now() - interval '${days} days', created_at = now() - interval '${days} days'`;
    await set(idle, unused(28));
    await set(forgotten, unused(61));
    expect(await round()).toMatchObject({ 'ended sessions': 3 });
    expect(await exists('auth.sessions', sessionOf(forgotten))).toBe(false);
    expect(await exists('auth.sessions', sessionOf(over))).toBe(false);
    expect(await exists('auth.sessions', sessionOf(revoked))).toBe(false);
    expect(await exists('auth.sessions', sessionOf(justOver))).toBe(true);
    expect((await idle.client.auth.refreshSession()).error).toBeNull();
  });

  it('removes used refresh tokens, but a client that lost its last answer can still come back', async () => {
    const user = await server.signUp();
    const [, second, third] = await threeTokens(user);
    const kept = () =>
      server.sql<{ id: string }>('select id from auth.refresh_tokens where session_id = $1', [
        sessionOf(user),
      ]);
    await server.sql(
      `update auth.refresh_tokens set revoked_at = revoked_at - interval '40 days' where session_id = $1`,
      [sessionOf(user)],
    );
    expect(await kept()).toHaveLength(3);
    await round();
    expect(await kept()).toHaveLength(2);
    expect((await refresh(second)).body.refresh_token).toBe(third);
    expect((await refresh(third)).status).toBe(200);
  });

  it('keeps what tells the reuse of a stolen token', async () => {
    const user = await server.signUp();
    const [first] = await threeTokens(user);
    await server.sql(
      `update auth.refresh_tokens set revoked_at = revoked_at - interval '29 days' where session_id = $1`,
      [sessionOf(user)],
    );
    await round();
    expect((await refresh(first)).body.code).toBe('refresh_token_already_used');
  });

  it('removes expired codes, unfinished sign-ins and challenges', async () => {
    const user = await server.signUp();
    await server.client().auth.resetPasswordForEmail(user.email);
    const tokens = () =>
      server.sql<{ id: string }>(
        `select id from auth.one_time_tokens where user_id = $1 and purpose = 'recovery'`,
        [user.userId],
      );
    await vi.waitFor(async () => expect(await tokens()).toHaveLength(1), 10_000);
    await round();
    expect(await tokens()).toHaveLength(1);
    await server.sql(
      `update auth.one_time_tokens set expires_at = now() - interval '25 hours' where user_id = $1`,
      [user.userId],
    );
    await server.sql(
      `insert into auth.flow_states (user_id, authentication_method, code_challenge, code_challenge_method, created_at)
       select $1, 'recovery', 'x', 'plain', now() - interval '1 hour' * age from unnest(array[1, 49]) age`,
      [user.userId],
    );
    await server.sql(
      `with factor as (
         insert into auth.mfa_factors (user_id, factor_type) values ($1, 'totp') returning id)
       insert into auth.mfa_challenges (factor_id, ip, created_at)
       select id, '192.0.2.1', now() - interval '1 hour' * age from factor, unnest(array[1, 25]) age`,
      [user.userId],
    );
    await server.sql(
      `insert into auth.external_flows (provider, redirect_to, created_at)
       select 'google', 'https://fair.example', now() - interval '1 hour' * age from unnest(array[1, 25]) age`,
    );
    await server.sql(
      `insert into auth.webauthn_challenges (challenge_type, session_data, expires_at)
       select 'authentication', '{}', now() - interval '1 hour' * age from unnest(array[1, 25]) age`,
    );
    expect(await round()).toMatchObject({
      'expired codes and links': 1,
      'unfinished sign-ins': 1,
      'unfinished sign-ins elsewhere': 1,
      'challenges of second factors': 1,
      'challenges of passkeys': 1,
    });
    expect(await tokens()).toHaveLength(0);
  });

  it('removes unanswered single sign-ons and the memory of expired assertions', async () => {
    await server.sql(
      `with provider as (
         insert into auth.sso_providers (entity_id, metadata_xml) values ('https://idp.example', '') returning id),
       requests as (
         insert into auth.sso_requests (sso_provider_id, request_id, redirect_to, created_at)
         select id, 'r', '/', now() - interval '1 hour' * age from provider, unnest(array[1, 25]) age)
       insert into auth.sso_used_assertions (sso_provider_id, assertion_hash, expires_at)
       select id, int4send(age), now() - interval '1 hour' * age from provider, unnest(array[-1, 1, 25]) age`,
    );
    expect(await round()).toMatchObject({ 'unanswered single sign-ons': 1, 'used assertions': 1 });
    expect(await server.sql('select from auth.sso_requests')).toHaveLength(1);
    expect(await server.sql('select from auth.sso_used_assertions')).toHaveLength(2);
  });

  it('keeps expired codes that still say something: half a change of address, a password that was never the owner’s', async () => {
    const changing = await server.signUp();
    const { error } = await changing.client.auth.updateUser({ email: `${randomUUID()}@fair.example` });
    expect(error).toBeNull();
    await server.sql(`update auth.users set email_change = 'pending@fair.example' where id = $1`, [
      changing.userId,
    ]);
    await server.sql(
      `insert into auth.one_time_tokens (user_id, purpose, address, code_hash, link_hash, drops_password, expires_at)
       values ($1, 'email_change_current', 'a', 'b', '\\x01', false, now() - interval '1 year'),
              ($1, 'confirmation', 'a', 'b', '\\x02', true, now() - interval '1 year')`,
      [changing.userId],
    );
    await round();
    const left = await server.sql('select purpose from auth.one_time_tokens where user_id = $1', [
      changing.userId,
    ]);
    expect(left).toHaveLength(2);
  });

  it('removes translations after ninety days', async () => {
    const keep = (key: string, days: number) =>
      server.sql(
        `insert into dragoman.translation_cache (key, translated_text, engine, created_at)
         values ($1, 'text', 'engine', now() - make_interval(days => $2))`,
        [Buffer.from(key), days],
      );
    await keep('old', 91);
    await keep('younger', 89);
    expect(await round()).toMatchObject({ 'old translations': 1 });
    expect(await server.sql('select 1 from dragoman.translation_cache')).toHaveLength(1);
  });

  it('removes windows of limits that are over and broadcasts that are no longer replayed', async () => {
    await server.sql(
      `insert into dragoman.rate_limits (bucket, used, resets_at)
       values ('\\x01', 1, now() - interval '1 second'), ('\\x02', 1, now() + interval '1 minute')`,
    );
    await server.sql(
      `insert into realtime.messages (topic, extension, inserted_at)
       select 'hall', 'broadcast', (now() at time zone 'utc') - interval '1 day' * age from unnest(array[2, 4]) age`,
    );
    const removed = await round();
    expect(removed['windows of limits']).toBeGreaterThanOrEqual(1);
    expect(removed).toMatchObject({ 'old broadcasts': 1 });
    expect(await server.sql(`select 1 from dragoman.rate_limits where bucket = '\\x02'`)).toHaveLength(1);
    expect(await server.sql(`select 1 from realtime.messages where topic = 'hall'`)).toHaveLength(1);
  });

  it('removes the files of deleted chats from the table and the disk', async () => {
    const vendor = await server.person({ role: 'vendor' });
    const sessions = await Promise.all(
      [1, 2].map(async () => {
        const { data } = await vendor.client
          .from('sessions')
          .insert({ vendor_id: vendor.profileId })
          .select('id')
          .single();
        return data?.id as string;
      }),
    );
    for (const id of sessions) {
      const { error } = await vendor.client.storage
        .from('chat-files')
        .upload(`${id}/voice.webm`, new Blob([webm('sound')], { type: 'audio/webm' }));
      expect(error).toBeNull();
    }
    await server.admin.storage
      .from('chat-files')
      .upload('catalogue/fair.pdf', new Blob([pdf('x')], { type: 'application/pdf' }));
    const before = (await server.filesOnDisk()).length;
    await server.sql('delete from public.sessions where id = $1', [sessions[0]]);
    expect(await round()).toMatchObject({ 'files of deleted chats': 1 });
    const left = await server.sql<{ name: string }>(
      `select name from storage.objects where bucket_id = 'chat-files' order by name`,
    );
    expect(left.map(({ name }) => name).sort()).toEqual(
      [`${sessions[1]}/voice.webm`, 'catalogue/fair.pdf'].sort(),
    );
    // The storage service takes the bytes when it looks next: here, when something else is removed.
    await server.admin.storage.from('chat-files').remove(['catalogue/fair.pdf']);
    await vi.waitFor(async () => expect(await server.filesOnDisk()).toHaveLength(before - 2), 10_000);
  });

  it('forgets which devices opened booth codes after two days', async () => {
    const vendor = await server.person({ role: 'vendor', name: 'Nora' });
    await server.sql(
      `with made as (insert into booth_codes (vendor_id, label) values ($1, 'Lamps') returning id)
       insert into booth_code_devices (code_id, device, opened_at, counted_on)
       select id, int4send(days), now() - make_interval(days => days), current_date from made, unnest('{1,3}'::int[]) days`,
      [vendor.profileId],
    );
    expect(await round()).toEqual({ 'devices that opened booth codes': 1 });
    expect(await server.sql('select device from booth_code_devices')).toHaveLength(1);
  });

  it('works in batches until nothing is left, and then finds nothing', async () => {
    await server.sql(
      `insert into dragoman.rate_limits (bucket, used, resets_at)
       select int4send(n), 1, now() - interval '1 hour' from generate_series(1000, 1024) n`,
    );
    expect(await round(10)).toEqual({ 'windows of limits': 25 });
    expect(await round(10)).toEqual({});
  });

  it('is left to the process that is at it, and waits for no row in use', async () => {
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await server.sql(
        `insert into dragoman.rate_limits (bucket, used, resets_at)
         select int4send(n), 1, now() - interval '1 hour' from generate_series(2000, 2001) n`,
      );
      await other.query('begin');
      await other.query('select pg_advisory_xact_lock($1)', [0x6472_6168]);
      expect(await round()).toEqual({});
      await other.query('rollback');
      await other.query('begin');
      await other.query('select 1 from dragoman.rate_limits where bucket = int4send(2000) for update');
      expect(await round()).toEqual({ 'windows of limits': 1 });
      await other.query('rollback');
      expect(await round()).toEqual({ 'windows of limits': 1 });
    } finally {
      await other.end();
    }
  });

  it('reports what holds it up, does the rest, and never throws', async () => {
    const warned: object[] = [];
    const log = {
      ...server.ctx.log,
      warn: (fields: object) => void warned.push(fields),
      info: () => undefined,
    };
    await server.sql(
      `insert into dragoman.rate_limits (bucket, used, resets_at) values ('\\x03', 1, now() - interval '1 hour')`,
    );
    await server.sql('alter table auth.flow_states rename column created_at to made_at');
    try {
      expect(await runCleanup({ ...server.ctx, log })).toEqual({ 'windows of limits': 1 });
    } finally {
      await server.sql('alter table auth.flow_states rename column made_at to created_at');
    }
    expect(warned).toEqual([{ task: 'unfinished sign-ins', err: { name: 'error', code: '42703' } }]);
  });
});

describe('the cleanup of a process', () => {
  it('comes round by the clock, and stops with the process', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await server.sql(
        `insert into dragoman.rate_limits (bucket, used, resets_at) values ('\\x04', 1, now() - interval '1 hour')`,
      );
      const old = () => server.sql(`select 1 from dragoman.rate_limits where bucket = '\\x04'`);
      const cleanup = startCleanup(server.ctx);
      await vi.advanceTimersByTimeAsync(59 * 60_000);
      expect(await old()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(60_000);
      await vi.waitFor(async () => expect(await old()).toHaveLength(0), 10_000);
      // A server that has just started may set timers of its own meanwhile.
      const timers = vi.getTimerCount();
      const closed = cleanup.close();
      expect(vi.getTimerCount()).toBe(timers - 1);
      await closed;
    } finally {
      vi.useRealTimers();
    }
  });
});
