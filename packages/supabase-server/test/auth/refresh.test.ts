import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { call, payloadOf, refresh } from './call.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A new user with the first refresh token of a new session. */
async function firstToken(on: TestServer): Promise<{ token: string; sessionId: string; userId: string }> {
  const { client, userId } = await on.signUp();
  const { data } = await client.auth.getSession();
  return {
    token: data.session?.refresh_token ?? '',
    sessionId: payloadOf(data.session?.access_token ?? '').session_id as string,
    userId,
  };
}

async function tokenCounts(on: TestServer, sessionId: string) {
  const [counts] = await on.sql<{ all: number; active: number }>(
    `select count(*)::int as all, (count(*) filter (where revoked_at is null))::int as active
     from auth.refresh_tokens where session_id = $1`,
    [sessionId],
  );
  return counts;
}

describe('refresh', () => {
  it('rotates the token and keeps the session', async () => {
    const { client, accessToken, userId } = await server.signUp();
    const before = (await client.auth.getSession()).data.session;
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect(data.session?.refresh_token).not.toBe(before?.refresh_token);
    const [old, fresh] = [payloadOf(accessToken), payloadOf(data.session?.access_token ?? '')];
    expect(fresh.session_id).toBe(old.session_id);
    expect(fresh.amr).toEqual(old.amr);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const [row] = await server.sql('select refreshed_at from auth.sessions where id = $1', [old.session_id]);
    expect(row?.refreshed_at).toBeInstanceOf(Date);
  });

  it('shows changes of the user in the new token', async () => {
    const { client } = await server.signUp();
    await client.auth.updateUser({ data: { booth: 'B7' } });
    const { data } = await client.auth.refreshSession();
    expect(payloadOf(data.session?.access_token ?? '').user_metadata).toEqual({ booth: 'B7' });
  });

  it('gives the same child again to a client that lost the answer', async () => {
    const { token, sessionId } = await firstToken(server);
    const [first, second, third] = [
      await refresh(server, token),
      await refresh(server, token),
      await refresh(server, token),
    ];
    expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
    expect(second.body.refresh_token).toBe(first.body.refresh_token);
    expect(third.body.refresh_token).toBe(first.body.refresh_token);
    expect(second.body.access_token).toBeTruthy();
    expect(await tokenCounts(server, sessionId)).toEqual({ all: 2, active: 1 });
    expect((await refresh(server, first.body.refresh_token)).status).toBe(200);
  });

  it('gives six concurrent refreshes of one token one child', async () => {
    const { token, sessionId } = await firstToken(server);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(server, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
    expect(await tokenCounts(server, sessionId)).toEqual({ all: 2, active: 1 });
  });

  it('accepts a grandparent within the reuse interval, with a further child', async () => {
    const { token, sessionId } = await firstToken(server);
    const child = (await refresh(server, token)).body.refresh_token;
    const grandchild = (await refresh(server, child)).body.refresh_token;
    const again = await refresh(server, token);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).not.toBe(child);
    expect(again.body.refresh_token).not.toBe(grandchild);
    expect(await tokenCounts(server, sessionId)).toEqual({ all: 4, active: 2 });
    expect((await refresh(server, grandchild)).status).toBe(200);
  });

  it('keeps an encrypted token only while it can be given out again', async () => {
    const { token, sessionId } = await firstToken(server);
    const child = (await refresh(server, token)).body.refresh_token;
    await refresh(server, child);
    const rows = await server.sql<{ sealed: boolean; active: boolean }>(
      `select token_sealed is not null as sealed, revoked_at is null as active
       from auth.refresh_tokens where session_id = $1 order by id`,
      [sessionId],
    );
    expect(rows).toEqual([
      { sealed: false, active: false },
      { sealed: false, active: false },
      { sealed: true, active: true },
    ]);
  });

  it('refuses unknown, missing and malformed tokens', async () => {
    expect(await refresh(server, 'never-issued')).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    });
    expect((await call(server, '/token?grant_type=refresh_token', { body: {} })).body).toEqual({
      error: 'invalid_request',
      error_description: 'refresh_token required',
    });
    expect(
      await call(server, '/token?grant_type=refresh_token', { body: { refresh_token: { a: 1 } } }),
    ).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const { error } = await server.client().auth.refreshSession({ refresh_token: 'never-issued' });
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });

  it('refuses banned users, expired and ended sessions', async () => {
    const banned = await firstToken(server);
    await server.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [banned.userId]);
    expect((await refresh(server, banned.token)).body.code).toBe('user_banned');
    const expired = await firstToken(server);
    await server.sql('update auth.sessions set not_after = now() where id = $1', [expired.sessionId]);
    expect((await refresh(server, expired.token)).body.code).toBe('session_expired');
    const ended = await firstToken(server);
    await server.sql('delete from auth.sessions where id = $1', [ended.sessionId]);
    expect((await refresh(server, ended.token)).body.code).toBe('refresh_token_not_found');
  });

  it('tells when the session ends while it waits for it', async () => {
    const { token, sessionId } = await firstToken(server);
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('delete from auth.sessions where id = $1', [sessionId]);
      const attempt = refresh(server, token);
      await vi.waitFor(async () => {
        const waiting = await server.sql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      }, 10_000);
      await other.query('commit');
      expect(await attempt).toMatchObject({ status: 400, body: { code: 'session_not_found' } });
    } finally {
      await other.end();
    }
  });

  it('answers 409 when the session stays locked', { timeout: 20_000 }, async () => {
    const { token, sessionId } = await firstToken(server);
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select id from auth.sessions where id = $1 for update', [sessionId]);
      expect(await refresh(server, token)).toMatchObject({ status: 409, body: { code: 'conflict' } });
      await other.query('rollback');
      expect((await refresh(server, token)).status).toBe(200);
    } finally {
      await other.end();
    }
  });
});

describe('reuse after the interval', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startTestServer({ REFRESH_TOKEN_REUSE_SECONDS: '0' });
  });
  afterAll(() => strict.stop());

  it('revokes every token of the session, and stays revoked', async () => {
    const { token, sessionId } = await firstToken(strict);
    const child = (await refresh(strict, token)).body.refresh_token;
    const grandchild = (await refresh(strict, child)).body.refresh_token;
    const reused = await refresh(strict, token);
    expect(reused).toMatchObject({ status: 400, body: { code: 'refresh_token_already_used' } });
    expect(await tokenCounts(strict, sessionId)).toEqual({ all: 3, active: 0 });
    for (const dead of [token, child, grandchild]) {
      expect((await refresh(strict, dead)).body.code).toBe('refresh_token_already_used');
    }
  });

  it('leaves other sessions of the user alone', async () => {
    const { client, email, password } = await strict.signUp();
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    const elsewhere = strict.client();
    await elsewhere.auth.signInWithPassword({ email, password });
    await refresh(strict, (await refresh(strict, first)).body.refresh_token);
    expect((await refresh(strict, first)).status).toBe(400);
    expect((await elsewhere.auth.refreshSession()).error).toBeNull();
  });

  it('still gives a lost answer again', async () => {
    const { token } = await firstToken(strict);
    const first = await refresh(strict, token);
    expect((await refresh(strict, token)).body.refresh_token).toBe(first.body.refresh_token);
  });

  it('does not fall for the interval after a revocation', async () => {
    // Here the interval is ten seconds and everything happens within it, but the reused token is
    // older.
    const { token, sessionId } = await firstToken(server);
    const child = (await refresh(server, token)).body.refresh_token;
    const grandchild = (await refresh(server, child)).body.refresh_token;
    await server.sql(
      `update auth.refresh_tokens set revoked_at = now() - interval '1 minute'
       where id = (select min(id) from auth.refresh_tokens where session_id = $1)`,
      [sessionId],
    );
    expect((await refresh(server, token)).body.code).toBe('refresh_token_already_used');
    expect((await refresh(server, grandchild)).body.code).toBe('refresh_token_already_used');
    expect((await refresh(server, child)).body.code).toBe('refresh_token_already_used');
  });
});
