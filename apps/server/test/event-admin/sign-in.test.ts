import { PASSWORD_COST } from '@dragoman/supabase-server/auth/services/passwords';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { type ServerProcess, startProcess } from '../realtime/fair.ts';
import { ADMIN, openPage } from './page.ts';

// Access to the event-admin page (docs/adr/0033).

const SECRET = 'quay-lantern-4711-harbour';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(
    { ORGANISER_SECRET: SECRET, TRUST_PROXY: 'true' },
    { passwordCost: PASSWORD_COST },
  );
  expect((await openPage(server.url).first(SECRET)).status).toBe(204);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.sql('delete from dragoman.organiser_attempts');
  await server.sql('delete from dragoman.organiser_sessions');
});

const READS = [
  '/overview?since=2026-01-01T00:00:00Z',
  '/settings',
  '/brand',
  '/engines',
  '/retention?days=30',
  '/reports?status=open',
  '/admins',
  '/security-events',
];
const WRITES = [
  ['PUT', '/settings/guests'],
  ['PUT', '/settings/retention'],
  ['PUT', '/settings/announcement'],
  ['PUT', '/brand'],
  ['POST', '/brand/colors'],
  ['POST', '/brand/pictures'],
  ['POST', '/engines/test'],
  ['PUT', '/reports/0b0ca6f7-3c62-4b5a-9d7c-6e0f8d2f4a11'],
  ['PUT', '/reports/0b0ca6f7-3c62-4b5a-9d7c-6e0f8d2f4a11/note'],
  ['POST', '/admins'],
  ['PUT', '/admins/0b0ca6f7-3c62-4b5a-9d7c-6e0f8d2f4a11'],
  ['POST', '/admins/0b0ca6f7-3c62-4b5a-9d7c-6e0f8d2f4a11/reset'],
  ['DELETE', '/admins/0b0ca6f7-3c62-4b5a-9d7c-6e0f8d2f4a11'],
  ['PUT', '/me/password'],
  ['POST', '/me/app'],
  ['PUT', '/me/app'],
  ['POST', '/me/app/removal'],
] as const;

describe('an administrator’s password', () => {
  it('keeps the page open until sign-out, and nothing else does', async () => {
    const page = openPage(server.url);
    expect((await page.call('GET', '/session')).body).toEqual({ state: 'signed_out' });
    for (const wrong of [{ password: 'harbour crane at one' }, { name: 'Amina' }, { password: SECRET }]) {
      expect(await page.signIn(wrong)).toMatchObject({ status: 401, body: { code: 'wrong_sign_in' } });
    }
    expect((await page.call('POST', '/session', { secret: SECRET })).status).toBe(422);
    for (const path of READS) expect((await page.call('GET', path)).status, path).toBe(401);
    for (const [method, path] of WRITES) {
      expect((await page.call(method, path, {})).body, path).toMatchObject({ code: 'signed_out' });
    }

    const opened = await page.signIn({ name: ' amina  haddad ' });
    expect(opened.status).toBe(204);
    expect(opened.headers.getSetCookie()[0]).toMatch(
      /^dragoman-organiser=[\w-]{43}; Path=\/organiser\/v1; HttpOnly; SameSite=Strict$/,
    );
    for (const path of READS) expect((await page.call('GET', path)).status, path).toBe(200);
    expect((await page.call('GET', '/session')).body).toMatchObject({
      state: 'open',
      admin: { name: ADMIN.name, hasCode: false },
    });

    const before = page.cookie;
    expect((await page.call('DELETE', '/session')).status).toBe(204);
    page.cookie = before;
    expect((await page.call('GET', '/settings')).status).toBe(401);
  });

  it('is kept as a hash, and so is the cookie', async () => {
    const page = openPage(server.url);
    await page.signIn();
    const [{ hash } = { hash: '' }] = await server.sql<{ hash: string }>(
      'select hash from dragoman.organiser_secret',
    );
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [admin] = await server.sql<{ hash: string }>(
      'select password_hash as hash from dragoman.admins where name = $1',
      [ADMIN.name],
    );
    expect(admin?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const [row] = await server.sql<{ session: string }>(
      `select s::text as session from dragoman.organiser_sessions s`,
    );
    const token = page.cookie.split('=')[1] ?? '';
    expect(row?.session).not.toContain(token);
    expect(row?.session).not.toContain(Buffer.from(token).toString('hex'));
  });

  it('makes a cookie for https alone where the product is reached so', async () => {
    const answer = await openPage(server.url).call('POST', '/session', ADMIN, {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'fair.example',
    });
    expect(answer.headers.getSetCookie()[0]).toContain('; Secure');
  });

  it('is not for other sites, for API keys, or for users to use', async () => {
    const page = openPage(server.url);
    await page.signIn();
    const plain = await fetch(`${server.url}/organiser/v1/settings`, { headers: { cookie: page.cookie } });
    expect(plain.status).toBe(403);
    const cross = await page.call('GET', '/settings', undefined, { 'sec-fetch-site': 'cross-site' });
    expect(cross.status).toBe(403);
    const sibling = await page.call(
      'PUT',
      '/settings/guests',
      { value: false, seen: 0 },
      { 'sec-fetch-site': 'same-site' },
    );
    expect(sibling).toMatchObject({ status: 403, body: { code: 'not_from_the_page' } });
    const preflight = await fetch(`${server.url}/organiser/v1/settings`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();

    const { accessToken } = await server.signUp();
    const stranger = openPage(server.url);
    for (const authorization of [`Bearer ${accessToken}`, `Bearer ${server.ctx.apiKeys.secret}`]) {
      expect((await stranger.call('GET', '/settings', undefined, { authorization })).status).toBe(401);
    }
  });

  it('passes despite a guesser, who must wait and is slowed down', async () => {
    const from = (network: string) => ({ 'x-forwarded-for': network });
    const attempt = (network: string, given: Partial<typeof ADMIN> = { password: 'a wrong guess' }) =>
      openPage(server.url).call('POST', '/session', { ...ADMIN, ...given }, from(network));
    const tries = await Promise.all(Array.from({ length: 14 }, () => attempt('198.51.100.7')));
    expect(tries.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...Array.from({ length: 4 }, () => 429),
    ]);
    const locked = await attempt('198.51.100.7');
    expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    const wait = Number(locked.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(900);
    // By name as well: another network does not start from zero, and a hall behind one address is
    // not locked out.
    expect((await attempt('198.51.100.8')).status).toBe(429);
    expect((await attempt('198.51.100.7', {})).status).toBe(204);
    expect((await attempt('198.51.100.7')).status).toBe(401);
    // The stored data is bounded, however long the guessing continues.
    const [{ count } = { count: -1 }] = await server.sql<{ count: number }>(
      'select count(*)::int as count from dragoman.organiser_attempts',
    );
    expect(count).toBeLessThanOrEqual(30);
  });

  it('may be guessed by a few of one network at a time', async () => {
    await server.sql(
      `insert into dragoman.organiser_attempts (subject_hash)
       select sha256('network 203.0.113.9') from generate_series(1, 10)`,
    );
    const tries = await Promise.all(
      Array.from({ length: 14 }, () =>
        openPage(server.url).call(
          'POST',
          '/session',
          { ...ADMIN, password: 'a wrong guess' },
          {
            'x-forwarded-for': '203.0.113.9',
          },
        ),
      ),
    );
    // One is looked at, eight wait for their turn, the others are not looked at. A request that
    // comes later than the others may find a place that has become free.
    const count = (code: string) => tries.filter(({ body }) => body.code === code).length;
    expect(count('busy') + count('too_many_attempts')).toBe(14);
    expect(count('busy')).toBeGreaterThan(0);
    expect(count('too_many_attempts')).toBeGreaterThanOrEqual(9);
  });

  it('refuses bodies that are none', async () => {
    const page = openPage(server.url);
    expect((await page.call('POST', '/session', { name: 7, password: 'x' })).status).toBe(422);
    expect((await page.call('POST', '/session', { ...ADMIN, password: 'x'.repeat(9000) })).status).toBe(413);
    expect((await page.call('POST', '/session', new TextEncoder().encode('{'))).body).toMatchObject({
      code: 'bad_request',
    });
    expect((await page.call('POST', '/session')).status).toBe(422);
  });
});

describe('a session of the organiser', () => {
  it('gets another cookie now and then; the one before works for a moment', async () => {
    const page = openPage(server.url);
    await page.signIn();
    const first = page.cookie;
    await server.sql(`update dragoman.organiser_sessions set rotated_at = now() - interval '11 minutes'`);
    const both = await Promise.all([page.call('GET', '/settings'), page.call('GET', '/settings')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
    expect(page.cookie).not.toBe(first);
    const second = page.cookie;
    await server.sql(`update dragoman.organiser_sessions set rotated_at = now() - interval '2 minutes'`);
    page.cookie = first;
    expect((await page.call('GET', '/settings')).status).toBe(401);
    page.cookie = second;
    expect((await page.call('GET', '/settings')).status).toBe(200);
  });

  it('ends without activity, although a page is open, and after a day of work', async () => {
    const page = openPage(server.url);
    await page.signIn();
    await server.sql(`update dragoman.organiser_sessions set seen_at = now() - interval '29 minutes'`);
    expect((await page.call('GET', '/settings', undefined, { 'x-organiser': 'poll' })).status).toBe(200);
    await server.sql(`update dragoman.organiser_sessions set seen_at = seen_at - interval '2 minutes'`);
    expect((await page.call('GET', '/settings')).status).toBe(401);

    await page.signIn();
    await server.sql(`update dragoman.organiser_sessions set created_at = now() - interval '13 hours'`);
    expect((await page.call('GET', '/session')).body).toEqual({ state: 'signed_out' });
  });
});

describe('another start', () => {
  it('with another secret ends what was open, with none keeps it, with off closes the page', async () => {
    const page = openPage(server.url);
    await page.signIn();
    const starts: ServerProcess[] = [];
    const start = async (env: Record<string, string>) => {
      const process = await startProcess(server.databaseUrl, { env });
      starts.push(process);
      return process;
    };
    try {
      for (const env of [{ ORGANISER_SECRET: SECRET }, {} as Record<string, string>]) {
        const again = await start(env);
        expect((await page.call('GET', '/settings')).status).toBe(200);
        expect((await openPage(again.url).signIn()).status).toBe(204);
      }
      const other = await start({ ORGANISER_SECRET: 'another lantern at quay 12' });
      expect((await page.call('GET', '/settings')).status).toBe(401);
      // Their passwords are the administrators' own.
      expect((await page.signIn()).status).toBe(204);
      const there = openPage(other.url);
      there.cookie = page.cookie;
      expect((await there.call('GET', '/settings')).status).toBe(200);

      await start({ ORGANISER_SECRET: 'off' });
      expect((await page.call('GET', '/session')).body).toEqual({ state: 'no_secret' });
      expect(await page.signIn()).toMatchObject({
        status: 409,
        body: { code: 'no_secret' },
      });
      expect((await page.call('GET', '/settings')).status).toBe(401);
    } finally {
      for (const process of starts) await process.stop();
    }
  });
});
