import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCleanup } from '../../src/cleanup/cleanup.ts';
import { listCleanupTasks } from '../../src/cleanup/cleanup-tasks.ts';
import { ADMIN, type OrganiserPage, openPage } from '../event-admin/page.ts';
import { startTestServer, type TestServer } from '../harness.ts';

// Events of accounts are recorded, without secrets and within bounds (docs/adr/0033).

const SECRET = 'quay-lantern-4711-harbour';

let server: TestServer;
let page: OrganiserPage;
beforeAll(async () => {
  server = await startTestServer({ ORGANISER_SECRET: SECRET, SECURITY_EVENTS_DAYS: '30' });
  page = openPage(server.url);
  await page.first(SECRET);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.ctx.securityLog.flush();
  await server.sql('delete from dragoman.security_events');
});

interface Row {
  kind: string;
  outcome: string;
  user_id: string | null;
  actor: string | null;
  network: string | null;
  details: Record<string, string>;
}

async function events(): Promise<Row[]> {
  await server.ctx.securityLog.flush();
  return server.sql<Row>('select * from dragoman.security_events order by id');
}

const kinds = async (userId: string) =>
  (await events()).filter(({ user_id }) => user_id === userId).map(({ kind }) => kind);

describe('the security log', () => {
  it('has each event of an account, by the account’s id and the network', async () => {
    const { client, userId, email, password } = await server.signUp();
    await client.auth.signInWithPassword({ email, password: 'not this one' });
    await client.auth.signInWithPassword({ email, password });
    await client.auth.updateUser({ password: 'another long password' });
    await client.auth.updateUser({ email: `new-${email}` });
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' });
    if (factor?.type !== 'totp') throw new Error('no factor was enrolled');
    const totp = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) });
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: '000000' });
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp.generate() });
    await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: totp.generate({ timestamp: Date.now() + 30_000 }),
    });
    await client.auth.mfa.unenroll({ factorId: factor.id });
    expect(await kinds(userId)).toEqual([
      'sign_in_failed',
      'sign_in',
      'password_changed',
      'email_changed',
      'factor_enrolled',
      'second_factor_failed',
      'factor_verified',
      'second_factor_passed',
      'factor_removed',
    ]);
    const found = await events();
    expect(new Set(found.map(({ network }) => network))).toEqual(new Set(['127.0.0.1']));
    expect(found.filter(({ outcome }) => outcome === 'failure')).toMatchObject([
      { kind: 'sign_in_failed', details: { reason: 'wrong_password' } },
      { kind: 'second_factor_failed', details: { reason: 'totp' } },
    ]);
    const text = JSON.stringify(found);
    for (const secret of [
      email,
      'fair.example',
      password,
      'another long',
      factor.totp.secret,
      'not this one',
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  it('has wrong codes and unknown accounts, without saying who was meant', async () => {
    const client = server.client();
    await client.auth.signInWithPassword({ email: 'nobody@fair.example', password: 'a guess' });
    await client.auth.verifyOtp({ email: 'nobody@fair.example', token: '123456', type: 'email' });
    await client.auth.verifyOtp({ token_hash: 'f'.repeat(56), type: 'email' });
    const found = await events();
    expect(found.map(({ kind, user_id, details }) => [kind, user_id, details.reason])).toEqual([
      ['sign_in_failed', null, 'unknown_account'],
      ['sign_in_failed', null, 'wrong_code'],
      ['sign_in_failed', null, 'wrong_link'],
    ]);
    expect(JSON.stringify(found)).not.toContain('nobody');
  });

  it('has a refresh token that came back', async () => {
    const { client, userId } = await server.signUp();
    const first = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    await client.auth.refreshSession();
    await client.auth.refreshSession();
    await server.sql(`update auth.refresh_tokens set revoked_at = revoked_at - interval '1 hour'`);
    const thief = server.client();
    expect((await thief.auth.refreshSession({ refresh_token: first })).error).not.toBeNull();
    expect(await events()).toMatchObject([
      { kind: 'refresh_token_reused', outcome: 'failure', user_id: userId, network: '127.0.0.1' },
    ]);
  });

  it('has tokens that this installation never made, at every service', async () => {
    const { accessToken } = await server.signUp();
    const [head, claims] = accessToken.split('.');
    const forged = `${head}.${claims}.${Buffer.alloc(64, 7).toString('base64url')}`;
    const { publishable } = server.ctx.apiKeys;
    const call = (path: string, token: string, method = 'GET') =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { apikey: publishable, authorization: `Bearer ${token}` },
        ...(method === 'POST' ? { body: '{}' } : {}),
      });
    await call('/rest/v1/profiles', forged);
    await call('/auth/v1/user', forged);
    await call('/auth/v1/admin/users', forged);
    await call('/storage/v1/object/list/avatars', forged, 'POST');
    await call('/realtime/v1/api/broadcast', forged, 'POST');
    await call('/functions/v1/translate', forged, 'POST');
    await call('/rest/v1/profiles', 'not-a-token');
    const found = await events();
    expect(found.map(({ kind, network, details }) => [kind, network, details.reason])).toEqual([
      ...Array.from({ length: 6 }, () => ['token_rejected', '127.0.0.1', 'signature']),
      ['token_rejected', '127.0.0.1', 'malformed'],
    ]);
    expect(JSON.stringify(found)).not.toContain(head ?? '');
    // One that was good once is no forgery.
    const { client } = await server.signUp();
    const old = (await client.auth.getSession()).data.session?.access_token ?? '';
    await client.auth.signOut();
    expect((await call('/rest/v1/profiles', old)).status).toBe(401);
    expect((await events()).filter(({ kind }) => kind === 'token_rejected')).toHaveLength(7);
  });

  it('has the end of accounts, by their owner or by the secret key, and nothing of who they were', async () => {
    const own = await server.signUp();
    await own.client.auth.signInWithPassword(own);
    await server.ctx.securityLog.flush();
    server.ctx.securityLog.record({ event: 'sign_in', userId: own.userId, reason: 'still waiting' });
    await own.client.functions.invoke('delete-account', {
      body: { confirmed: true, password: own.password },
    });
    const other = await server.signUp();
    await server.client(server.ctx.apiKeys.secret).auth.admin.deleteUser(other.userId);
    const found = await events();
    expect(found).toMatchObject([
      { kind: 'sign_in', user_id: null },
      { kind: 'sign_in', user_id: null, details: { reason: 'still waiting' } },
      { kind: 'account_deleted', user_id: null, network: '127.0.0.1' },
      { kind: 'account_deleted', user_id: null, details: { reason: 'by_secret_key' } },
    ]);
    for (const { userId } of [own, other]) expect(JSON.stringify(found)).not.toContain(userId);
  });

  it('has each act of an administrator, and the guesses at their passwords', async () => {
    const guess = openPage(server.url);
    await guess.signIn({ password: 'my own secret word' });
    await guess.signIn({ name: 'my own secret word' });
    await guess.signIn();
    await page.call('PUT', '/settings/retention', { value: 30, seen: 0 });
    const words = { en: 'Hall 3 opens at ten.', zh: '', ar: '' };
    await page.call('PUT', '/settings/announcement', { value: words, seen: 0 });
    // A change without effect is not recorded.
    await page.call('PUT', '/settings/announcement', { value: words, seen: 0 });
    await page.call('GET', '/settings');
    const found = await events();
    expect(found).toMatchObject([
      { kind: 'admin_sign_in_failed', actor: ADMIN.name, details: { reason: 'wrong_password' } },
      { kind: 'admin_sign_in_failed', actor: null, details: { reason: 'unknown_name' } },
      { kind: 'admin_sign_in', outcome: 'success', actor: ADMIN.name, network: '127.0.0.1' },
      { kind: 'admin_action', actor: ADMIN.name, details: { action: 'retention_changed', target: '30' } },
      { kind: 'admin_action', actor: ADMIN.name, details: { action: 'announcement_published' } },
    ]);
    expect(found).toHaveLength(5);
    const text = JSON.stringify(found);
    for (const secret of ['Hall 3', 'secret word', ADMIN.password]) expect(text).not.toContain(secret);
  });
});

describe('the page of the security log', () => {
  it('gives fifty entries at a time, the newest first, of one kind if asked', async () => {
    await server.sql(
      `insert into dragoman.security_events (at, kind, outcome, network)
       select now(), case when n % 10 = 0 then 'token_rejected' else 'sign_in_failed' end, 'failure', n::text
       from generate_series(1, 120) n`,
    );
    const pages: string[][] = [];
    let before = '';
    for (let more = true; more; ) {
      const { body } = await page.call('GET', `/security-events${before}`);
      pages.push(body.events.map(({ network }: { network: string }) => network));
      before = `?before=${body.events.at(-1).id}`;
      more = body.more;
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat().slice(0, 2)).toEqual(['120', '119']);
    expect(new Set(pages.flat()).size).toBe(120);
    const { body } = await page.call('GET', '/security-events?event=token_rejected');
    expect(body.events).toHaveLength(12);
    expect(body.events[0]).toMatchObject({ event: 'token_rejected', outcome: 'failure', repeated: 1 });
    for (const query of ['event=everything', 'before=-1', 'before=1;drop', 'limit=9999']) {
      expect((await page.call('GET', `/security-events?${query}`)).status, query).toBe(422);
    }
  });
});

describe('the size of the security log', () => {
  it('is bounded under a flood of wrong passwords', async () => {
    const { userId, email } = await server.signUp();
    for (let n = 0; n < 400; n += 1) {
      server.ctx.securityLog.record({ event: 'sign_in_failed', userId, network: '203.0.113.5' });
    }
    expect(
      (await server.client().auth.signInWithPassword({ email, password: 'a long enough password' })).error,
    ).toBeNull();
    const found = await events();
    expect(found.filter(({ kind }) => kind === 'sign_in_failed')).toHaveLength(10);
    expect(found.at(-1)).toMatchObject({ kind: 'sign_in', user_id: userId });
  });

  it('is bounded by age and number; failures crowd nothing else out', async () => {
    const add = (kind: string, outcome: string, count: number, age = '1 hour') =>
      server.sql(
        `insert into dragoman.security_events (at, kind, outcome)
         select now() - $4::interval, $1, $2 from generate_series(1, $3::int)`,
        [kind, outcome, count, age],
      );
    await add('admin_action', 'success', 2, '31 days');
    await add('admin_action', 'success', 3, '29 days');
    await add('sign_in_failed', 'failure', 20);
    expect(await runCleanup(server.ctx)).toEqual({ 'old security events': 2 });
    const most = listCleanupTasks(server.ctx.config.cleanup, 0, server.ctx.config.auth.sessionLife, {
      failure: 8,
      success: 3,
    }).filter(({ name }) => name.startsWith('surplus'));
    for (const { table, key, condition } of most) {
      await server.sql(
        `delete from ${table} where ${key} in (select ${key} from ${table} old where ${condition})`,
      );
    }
    const left = (await events()).map(({ kind }) => kind);
    expect(left.filter((kind) => kind === 'sign_in_failed')).toHaveLength(8);
    expect(left.filter((kind) => kind === 'admin_action')).toHaveLength(3);
  });

  it('takes no entry with more than it has named', async () => {
    server.ctx.securityLog.record({
      event: 'admin_action',
      actor: 'x'.repeat(5000),
      target: '\u0000'.repeat(5000),
      userId: randomUUID(),
    });
    server.ctx.securityLog.record({ event: 'admin_action', actor: ADMIN.name, target: 'y'.repeat(5000) });
    server.ctx.securityLog.record({ event: 'admin_action', actor: ADMIN.name, userId: 'no uuid' });
    server.ctx.securityLog.record({ event: 'admin_sign_in', actor: 'last' });
    const found = await events();
    expect(found.at(-1)?.actor).toBe('last');
    for (const { actor, details } of found) {
      expect(actor?.length ?? 0).toBeLessThanOrEqual(80);
      expect(JSON.stringify(details).length).toBeLessThan(2000);
    }
  });
});
