import { Worker } from 'node:worker_threads';
import { hash as hashPassword } from '@node-rs/argon2';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD_COST } from '../../src/auth/services/passwords.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { call, payloadOf } from './call.ts';

// Jobs go to the real threads; the test only looks at them.
const jobs = vi.spyOn(Worker.prototype, 'postMessage');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { passwordCost: PASSWORD_COST });
});
afterAll(async () => {
  jobs.mockRestore();
  await server.stop();
});
beforeEach(() => {
  jobs.mockClear();
});

const signIn = (body: unknown) => call(server, '/token?grant_type=password', { body });

describe('password sign-in', () => {
  it('opens a new session', async () => {
    const { email, password, accessToken, userId } = await server.signUp();
    const { data, error } = await server.client().auth.signInWithPassword({
      email: ` ${email.toUpperCase()} `,
      password,
    });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(userId);
    expect(data).not.toHaveProperty('weak_password');
    const claims = payloadOf(data.session?.access_token ?? '');
    expect(claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }]);
    expect(claims.session_id).not.toBe(payloadOf(accessToken).session_id);
  });

  it('answers an unknown address and a wrong password alike, with the same work', async () => {
    const { email } = await server.signUp();
    await server.sql(
      `insert into auth.users (email, email_confirmed_at) values ('no-password@fair.example', now())`,
    );
    const answers = [];
    for (const address of [email, 'nobody@fair.example', 'no-password@fair.example', 'no address at all']) {
      jobs.mockClear();
      const { status, body, headers } = await signIn({ email: address, password: 'not the password' });
      answers.push({ status, body, code: headers.get('x-sb-error-code') });
      // The same parameters, or the times would differ.
      const stored = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(jobs.mock.calls, address).toEqual([[{ kind: 'verify', password: 'not the password', stored }]]);
    }
    expect(answers[0]).toEqual({
      status: 400,
      body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
      code: 'invalid_credentials',
    });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('shows the code to the official client', async () => {
    const { email } = await server.signUp();
    const { data, error } = await server.client().auth.signInWithPassword({ email, password: 'wrong' });
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', name: 'AuthApiError' });
    expect(data.session).toBeNull();
  });

  it.each([
    ['no password', { email: 'a@fair.example' }, 400, 'invalid_credentials'],
    [
      'an endless password',
      { email: 'a@fair.example', password: 'x'.repeat(10_000) },
      400,
      'invalid_credentials',
    ],
    ['no address', { password: 'x' }, 400, 'validation_failed'],
    ['both', { phone: '+4915112345678', email: 'a@fair.example', password: 'x' }, 400, 'validation_failed'],
    ['a NUL in the address', { email: 'a\u0000@fair.example', password: 'x' }, 400, 'invalid_credentials'],
    ['SQL in the address', { email: `' or 1=1 --@fair.example`, password: 'x' }, 400, 'invalid_credentials'],
    ['a number as password', { email: 'a@fair.example', password: 12345678 }, 400, 'validation_failed'],
  ])('refuses %s', async (_name, body, status, code) => {
    expect(await signIn(body)).toMatchObject({ status, body: { code } });
  });

  it('says that no wallet can sign in', async () => {
    const wallet = { chain: 'solana' as const, message: 'text', signature: new Uint8Array([1, 2, 3]) };
    expect((await server.client().auth.signInWithWeb3(wallet)).error).toMatchObject({
      status: 422,
      code: 'web3_provider_disabled',
      message: 'Web3 provider is disabled',
    });
  });

  it.each(['', '?grant_type=', '?grant_type=authorization_code', '?grant_type=__proto__'])(
    'refuses the unknown grant %j',
    async (query) => {
      expect(await call(server, `/token${query}`, { body: {} })).toMatchObject({
        status: 400,
        body: { code: 'invalid_credentials', message: 'unsupported_grant_type' },
      });
    },
  );

  it('tells of a ban only who knows the password', async () => {
    const { email, password, userId } = await server.signUp();
    const client = server.client();
    await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      userId,
    ]);
    const wrong = await client.auth.signInWithPassword({ email, password: 'wrong' });
    expect(wrong.error?.code).toBe('invalid_credentials');
    const right = await client.auth.signInWithPassword({ email, password });
    expect(right.error).toMatchObject({ status: 400, code: 'user_banned' });
    await server.sql(`update auth.users set banned_until = now() - interval '1 hour' where id = $1`, [
      userId,
    ]);
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  });

  it('does not let in with a password that changes while it is checked', async () => {
    const { email, password, userId } = await server.signUp();
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`update auth.users set encrypted_password = 'changed' where id = $1`, [userId]);
      const attempt = signIn({ email, password });
      await vi.waitFor(async () => {
        const waiting = await server.sql(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      }, 10_000);
      await other.query('commit');
      expect(await attempt).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } });
    } finally {
      await other.end();
    }
  });

  it('serves many sign-ins at once', async () => {
    const { email, password, userId } = await server.signUp();
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn({ email, password })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    const sessions = await server.sql('select id from auth.sessions where user_id = $1', [userId]);
    expect(sessions).toHaveLength(41);
  });
});

describe('a password that newer rules would refuse', () => {
  it('still signs in, with a warning', async () => {
    const strict = await startTestServer({ PASSWORD_MIN_LENGTH: '30' });
    try {
      const hash = await hashPassword('short one');
      await strict.sql(
        `insert into auth.users (email, email_confirmed_at, encrypted_password) values ('old@fair.example', now(), $1)`,
        [hash],
      );
      const { data, error } = await strict.client().auth.signInWithPassword({
        email: 'old@fair.example',
        password: 'short one',
      });
      expect(error).toBeNull();
      expect(data.weakPassword ?? (data as { weak_password?: unknown }).weak_password).toMatchObject({
        reasons: ['length'],
      });
    } finally {
      await strict.stop();
    }
  });
});
