import { createHmac } from 'node:crypto';
import { call, refresh } from '@dragoman/supabase-server/test/auth/call';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';

// Devices and sessions: list them, end one or all others, and how long they last.

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';

let server: TestServer;
afterEach(() => server?.stop());
const start = async (env: Record<string, string> = {}) => {
  server = await startTestServer({ AUTH_EMAIL_CONFIRM: 'false', ...env });
};

async function signInAgain({
  email,
  password,
}: SignedIn): Promise<{ client: SupabaseClient; session: Session }> {
  const client = server.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error || !data.session) throw error ?? new Error('no session');
  return { client, session: data.session };
}

const list = async (bearer: string) => (await call(server, '/sessions', { bearer })).body.sessions;
const end = (bearer: string, id: string) => call(server, `/sessions/${id}`, { method: 'DELETE', bearer });
const sessionsOf = (userId: string) =>
  server.sql('select id from auth.sessions where user_id = $1', [userId]);

describe('the list of sessions', () => {
  it('shows the caller’s own, the present one first, without addresses', async () => {
    await start();
    const user = await server.signUp();
    await server.signUp();
    const body = { email: user.email, password: user.password };
    await call(server, '/token?grant_type=password', { body, headers: { 'user-agent': PHONE } });
    const sessions = await list(user.accessToken);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ current: true, aal: 'aal1' });
    expect(sessions[1]).toMatchObject({ current: false, user_agent: PHONE });
    expect(Object.keys(sessions[1]).sort()).toEqual([
      'aal',
      'created_at',
      'current',
      'id',
      'last_seen_at',
      'user_agent',
    ]);
    expect((await call(server, '/sessions')).status).toBe(401);
  });

  it('leaves out what can no longer be refreshed', async () => {
    await start({ SESSION_IDLE_SECONDS: '3600', SESSION_MAX_SECONDS: '86400' });
    const user = await server.signUp();
    const others = [await signInAgain(user), await signInAgain(user), await signInAgain(user)];
    const ids = (await list(user.accessToken)).slice(1).map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(others.length);
    await server.sql(`update auth.sessions set created_at = now() - interval '2 hours' where id = $1`, [
      ids[0],
    ]);
    await server.sql(
      `update auth.sessions set created_at = now() - interval '25 hours', refreshed_at = now() where id = $1`,
      [ids[1]],
    );
    await server.sql('update auth.refresh_tokens set revoked_at = now() where session_id = $1', [ids[2]]);
    expect(await list(user.accessToken)).toHaveLength(1);
  });
});

describe('ending a session', () => {
  it('ends its access and its refresh token at once, and no other session', async () => {
    await start();
    const user = await server.person({ role: 'visitor' });
    const phone = await signInAgain(user);
    const tablet = await signInAgain(user);
    const read = (client: SupabaseClient) => client.from('profiles').select('id').eq('user_id', user.userId);
    expect((await read(phone.client)).data).toHaveLength(1);
    const phoneId = JSON.parse(
      Buffer.from(phone.session.access_token.split('.')[1] ?? '', 'base64url').toString(),
    ).session_id;
    expect((await end(user.accessToken, phoneId)).status).toBe(204);
    expect((await read(phone.client)).status).toBe(401);
    expect((await refresh(server, phone.session.refresh_token)).status).toBe(400);
    expect((await read(tablet.client)).data).toHaveLength(1);
    expect(await list(user.accessToken)).toHaveLength(2);
    expect((await end(user.accessToken, phoneId)).body.code).toBe('session_not_found');
  });

  it('cannot be done by another user, and invalid ids are refused', async () => {
    await start();
    const owner = await server.signUp();
    const stranger = await server.signUp();
    const [own] = await list(owner.accessToken);
    for (const id of [own.id, crypto.randomUUID(), 'x', '%00', 'a'.repeat(2000)]) {
      expect(await end(stranger.accessToken, id), id).toMatchObject({
        status: 404,
        body: { code: 'session_not_found' },
      });
    }
    expect(await sessionsOf(owner.userId)).toHaveLength(1);
    expect((await end(owner.accessToken, own.id)).status).toBe(204);
    expect(await sessionsOf(owner.userId)).toHaveLength(0);
  });

  it('of all others keeps the present one', async () => {
    await start();
    const user = await server.signUp();
    const other = await signInAgain(user);
    expect((await user.client.auth.signOut({ scope: 'others' })).error).toBeNull();
    expect((await other.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(await list(user.accessToken)).toHaveLength(1);
  });

  it('needs the second factor of who has one', async () => {
    await start();
    const user = await server.signUp();
    const { data: factor } = await user.client.auth.mfa.enroll({ factorType: 'totp' });
    if (!factor) throw new Error('no factor');
    const proved = await user.client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totpOf(factor.totp.secret),
    });
    const thief = await signInAgain(user);
    const weak = thief.session.access_token;
    const owner = proved.data?.access_token ?? '';
    const [own] = await list(owner);
    expect(await end(weak, own.id)).toMatchObject({ status: 403, body: { code: 'insufficient_aal' } });
    expect((await call(server, '/sessions', { bearer: weak })).status).toBe(403);
    const others = await call(server, '/logout?scope=others', { method: 'POST', bearer: weak });
    expect(others.body.code).toBe('insufficient_aal');
    expect(await sessionsOf(user.userId)).toHaveLength(2);
    const [, stolen] = await list(owner);
    expect((await end(owner, stolen.id)).status).toBe(204);
  });

  it('is recorded without a token', async () => {
    await start();
    const events: Array<{ event: string }> = [];
    server.ctx.securityLog.record = (event) => void events.push(event);
    const user = await server.signUp();
    const other = await signInAgain(user);
    const [, listed] = await list(user.accessToken);
    await end(user.accessToken, listed.id);
    await call(server, '/logout?scope=others', { method: 'POST', bearer: user.accessToken });
    expect(events.filter(({ event }) => event === 'session_ended')).toEqual([
      { event: 'session_ended', userId: user.userId, network: '127.0.0.1', reason: 'other_session' },
      { event: 'session_ended', userId: user.userId, network: '127.0.0.1', reason: 'sign_out_others' },
    ]);
    expect(JSON.stringify(events)).not.toContain(other.session.refresh_token);
  });
});

describe('the lifetime of a session', () => {
  const age = (column: string, userId: string, seconds: number) =>
    server.sql(`update auth.sessions set ${column} = now() - make_interval(secs => $2) where user_id = $1`, [
      userId,
      seconds,
    ]);

  it('ends after a month without use, by default', async () => {
    await start();
    const user = await server.signUp();
    const { data } = await user.client.auth.getSession();
    const first = data.session?.refresh_token ?? '';
    await age('created_at', user.userId, 29 * 86_400);
    const renewed = await refresh(server, first);
    expect(renewed.status).toBe(200);
    await age('refreshed_at', user.userId, 31 * 86_400);
    expect((await call(server, '/user', { bearer: renewed.body.access_token })).body.code).toBe(
      'session_not_found',
    );
    const refused = await refresh(server, renewed.body.refresh_token);
    expect(refused).toMatchObject({ status: 400, body: { code: 'session_expired' } });
    expect(await sessionsOf(user.userId)).toHaveLength(0);
  });

  it('ends at its greatest age however often it is used, and no access token outlives it', async () => {
    await start({ SESSION_IDLE_SECONDS: '0', SESSION_MAX_SECONDS: '7200' });
    const user = await server.signUp();
    const { data } = await user.client.auth.getSession();
    await age('created_at', user.userId, 7000);
    const renewed = await refresh(server, data.session?.refresh_token ?? '');
    expect(renewed.body.expires_in).toBeGreaterThan(0);
    expect(renewed.body.expires_in).toBeLessThanOrEqual(200);
    await age('created_at', user.userId, 7201);
    expect((await refresh(server, renewed.body.refresh_token)).body.code).toBe('session_expired');
  });

  it('has no end where both are off', async () => {
    await start({ SESSION_IDLE_SECONDS: '0' });
    const user = await server.signUp();
    const { data } = await user.client.auth.getSession();
    await age('created_at', user.userId, 3 * 365 * 86_400);
    expect((await refresh(server, data.session?.refresh_token ?? '')).status).toBe(200);
  });
});

/** The code that an authenticator app would show now (RFC 6238). */
function totpOf(secret: string): string {
  const bits = [...secret].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
