import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../harness.ts';

// All people at a fair share one address (docs/adr/0049). All calls of these tests come from
// 127.0.0.1.

const PASSWORD = 'a long enough password';

let server: TestServer;
afterEach(() => server?.stop());
const start = async (env: Record<string, string> = {}) => {
  server = await startTestServer({ AUTH_EMAIL_CONFIRM: 'false', LOG_LEVEL: 'silent', ...env });
};

/** A browser: it opens the product first, and keeps its cookies. */
interface Browser {
  auth: SupabaseClient['auth'];
  fetch: typeof fetch;
}

async function openBrowser({ opensPage = true } = {}): Promise<Browser> {
  let cookie = '';
  const withCookie: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(input, { ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      if (set.startsWith('dragoman-device=')) cookie = set.split(';')[0] ?? '';
    }
    return response;
  };
  if (opensPage) await (await withCookie(`${server.url}/config.json`)).text();
  const { auth } = createClient(server.url, server.ctx.apiKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: withCookie },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  });
  return { auth, fetch: withCookie };
}

const newAddress = () => `${crypto.randomUUID()}@fair.example`;
const signUp = ({ auth }: Browser, email = newAddress()) => auth.signUp({ email, password: PASSWORD });
const signIn = ({ auth }: Browser, email: string, password = PASSWORD) =>
  auth.signInWithPassword({ email, password });

/** @returns how often each code was the answer; `ok` for none */
async function tally(
  answers: Promise<{ error: { code?: string } | null }>[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { error } of await Promise.all(answers)) {
    const code = error?.code ?? (error ? 'error' : 'ok');
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

describe('a device cookie', () => {
  it('comes with a page, opens nothing, and is out of scripts’ reach', async () => {
    await start();
    const answer = await fetch(`${server.url}/config.json`);
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^dragoman-device=1\.[\w-]{22}\.\.[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(others).toEqual([]);
    const again = await fetch(`${server.url}/config.json`, {
      headers: { cookie: cookie?.split(';')[0] ?? '' },
    });
    expect(again.headers.getSetCookie()).toEqual([]);
  });
});

describe('400 people behind one address', () => {
  it('sign up as guests with their own devices, while one visitor hammers', async () => {
    await start();
    const attacker = await openBrowser();
    const cookieless = await openBrowser({ opensPage: false });
    const attack = tally([
      ...Array.from({ length: 60 }, () => attacker.auth.signInAnonymously()),
      ...Array.from({ length: 700 }, () => cookieless.auth.signInAnonymously()),
    ]);
    const hall = await Promise.all(Array.from({ length: 400 }, () => openBrowser()));
    expect(await tally(hall.map(({ auth }) => auth.signInAnonymously()))).toEqual({ ok: 400 });
    // The device's own allowance plus the allowance that callers without a device share.
    expect(await attack).toEqual({ ok: 620, over_request_rate_limit: 140 });
    // 1,560 requests: the test takes more than the usual 20 s on a busy machine.
  });

  it('sign in with their passwords, while one visitor hammers', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ADDRESS: '50', RATE_LIMIT_PER_DEVICE: '5' });
    const hall = await Promise.all(Array.from({ length: 40 }, () => openBrowser()));
    const emails = hall.map(() => newAddress());
    await server.sql(`delete from dragoman.rate_limits`);
    const [first = ''] = emails;
    await signUp(hall[0] as Browser, first);
    const [row] = await server.sql<{ hash: string }>(
      'select encrypted_password as hash from auth.users where email = $1',
      [first],
    );
    const admin = server.client(server.ctx.apiKeys.secret).auth.admin;
    for (const email of emails.slice(1)) {
      await admin.createUser({ email, email_confirm: true, password_hash: row?.hash ?? '' });
    }
    const attacker = await openBrowser();
    const cookieless = await openBrowser({ opensPage: false });
    const attack = tally([
      ...Array.from({ length: 20 }, () => signIn(attacker, newAddress(), 'a guess')),
      ...Array.from({ length: 80 }, () => signIn(cookieless, newAddress(), 'a guess')),
    ]);
    expect(await tally(hall.map((browser, n) => signIn(browser, emails[n] ?? '')))).toEqual({ ok: 40 });
    const { over_request_rate_limit: refused = 0, invalid_credentials: wrong = 0 } = await attack;
    expect(refused + wrong).toBe(100);
    expect(wrong).toBeLessThanOrEqual(5 + 50);
  });
});

describe('the right password', () => {
  it('passes on the owner’s device at once, and on a new one, while strangers guess', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '3' });
    const email = newAddress();
    const owner = await openBrowser();
    expect((await signUp(owner, email)).error).toBeNull();
    const strangers = await Promise.all(Array.from({ length: 3 }, () => openBrowser()));
    const cookieless = await openBrowser({ opensPage: false });
    const guesses = await tally(Array.from({ length: 30 }, () => signIn(cookieless, email, 'a guess')));
    expect(guesses).toEqual({ invalid_credentials: 3, over_request_rate_limit: 27 });
    const attack = tally([
      ...Array.from({ length: 10 }, () => signIn(cookieless, email, 'a guess')),
      ...strangers.slice(0, 1).map((stranger) => signIn(stranger, email, 'a guess')),
    ]);
    expect((await signIn(owner, email)).error).toBeNull();
    expect((await signIn(strangers[2] as Browser, email)).error).toBeNull();
    // The owner may mistype as before: the strangers' guesses do not count on this device.
    expect((await signIn(owner, email, 'a typo')).error?.code).toBe('invalid_credentials');
    expect(await attack).toEqual({ over_request_rate_limit: 11 });
  });

  it('is still hard to guess: a device that knows the account has an end too', async () => {
    await start({ RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '3', RATE_LIMIT_PER_DEVICE: '2' });
    const email = newAddress();
    const owner = await openBrowser();
    await signUp(owner, email);
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await signIn(owner, email, 'a guess')).error?.code);
    // Its own three, then two as any device.
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'invalid_credentials'),
      'over_request_rate_limit',
    ]);
    expect((await signIn(owner, email)).error).toBeNull();
  });
});

describe('codes and mails', () => {
  it('cannot be used up by one device or by callers without one', async () => {
    await start({
      RATE_LIMIT_CODES_PER_ADDRESS: '6',
      RATE_LIMIT_MAILS_PER_ADDRESS: '6',
      RATE_LIMIT_PER_DEVICE: '2',
    });
    const verify = ({ auth }: Browser) =>
      auth.verifyOtp({ type: 'email', email: newAddress(), token: '000000' });
    const ask = ({ auth }: Browser) => auth.resetPasswordForEmail(newAddress());
    const attacker = await openBrowser();
    const cookieless = await openBrowser({ opensPage: false });
    const hammer = (act: (browser: Browser) => Promise<{ error: { code?: string } | null }>) =>
      tally([
        ...Array.from({ length: 10 }, () => act(attacker)),
        ...Array.from({ length: 10 }, () => act(cookieless)),
      ]);
    expect(await hammer(verify)).toEqual({ otp_expired: 8, over_request_rate_limit: 12 });
    expect(await hammer(ask)).toEqual({ ok: 8, over_email_send_rate_limit: 12 });
    const visitor = await openBrowser();
    expect((await verify(visitor)).error?.code).toBe('otp_expired');
    expect((await ask(visitor)).error).toBeNull();
  });
});
