import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { call } from './call.ts';

const PASSWORD = 'a long enough password';
const SECRET = 'verifier-secret';
const GOOD = 'solved-by-a-person';

/** The verifier's behaviour for the next requests. */
type Mood = 'working' | 'failing' | 'talking nonsense' | 'broken inside' | 'silent';

/** Speaks the siteverify protocol of hCaptcha and Turnstile: a token is good once. */
class Verifier {
  readonly asked: URLSearchParams[] = [];
  mood: Mood = 'working';
  tokens = new Set<string>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
        this.asked.push(form);
        if (this.mood === 'silent') return;
        response.setHeader('content-type', 'application/json');
        if (this.mood === 'failing') return response.writeHead(503).end('{}');
        if (this.mood === 'talking nonsense') return response.end('<html>');
        response.end(JSON.stringify(this.#answer(form)));
      });
    });
  }

  #answer(form: URLSearchParams): object {
    if (this.mood === 'broken inside') return { success: false, 'error-codes': ['internal-error'] };
    if (form.get('secret') !== SECRET) return { success: false, 'error-codes': ['invalid-input-secret'] };
    if (this.tokens.delete(form.get('response') ?? '')) return { success: true };
    return { success: false, 'error-codes': ['invalid-input-response', 'timeout-or-duplicate'] };
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/siteverify`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const verifier = new Verifier();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SECRET: SECRET,
    CAPTCHA_VERIFY_URL: await verifier.start(),
    RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0',
  });
});
afterAll(async () => {
  await server.stop();
  await verifier.stop();
});
beforeEach(() => {
  verifier.mood = 'working';
  verifier.asked.length = 0;
  verifier.tokens = new Set([GOOD]);
});

const newAddress = () => `${crypto.randomUUID()}@fair.example`;

/** A user made past the captcha. */
async function existingUser(): Promise<string> {
  const email = newAddress();
  const admin = server.client(server.ctx.apiKeys.secret);
  const { error } = await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (error) throw error;
  return email;
}

describe('with a captcha configured, the official client', () => {
  const options = { captchaToken: GOOD };
  const calls: Array<[string, () => Promise<{ error: unknown }>]> = [
    ['signs up', () => server.client().auth.signUp({ email: newAddress(), password: PASSWORD, options })],
    ['signs in anonymously', () => server.client().auth.signInAnonymously({ options })],
    ['asks for a magic link', () => server.client().auth.signInWithOtp({ email: newAddress(), options })],
    ['asks for a recovery', () => server.client().auth.resetPasswordForEmail(newAddress(), options)],
    [
      'asks for a mail again',
      () => server.client().auth.resend({ type: 'signup', email: newAddress(), options }),
    ],
    [
      'signs in',
      async () => {
        const email = await existingUser();
        return server.client().auth.signInWithPassword({ email, password: PASSWORD, options });
      },
    ],
  ];

  it.each(calls)('%s with a solved one', async (_name, act) => {
    expect((await act()).error).toBeNull();
    expect(verifier.asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret: SECRET, response: GOOD, remoteip: expect.stringMatching(/127\.0\.0\.1/) },
    ]);
  });

  it.each(calls)('no longer %s with one that was used', async (_name, act) => {
    verifier.tokens.clear();
    expect((await act()).error).toMatchObject({
      status: 400,
      code: 'captcha_failed',
      message: 'captcha protection: request disallowed (invalid-input-response, timeout-or-duplicate)',
    });
  });
});

const GUARDED = [
  '/signup',
  '/token?grant_type=password',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/sso',
];

describe('a captcha', () => {
  it.each(GUARDED)('is asked for at %s, before anything else is looked at', async (path) => {
    for (const body of [{}, { gotrue_meta_security: {} }, { gotrue_meta_security: { captcha_token: ' ' } }]) {
      expect(await call(server, path, { body })).toMatchObject({
        status: 400,
        body: {
          code: 'captcha_failed',
          message: 'captcha protection: request disallowed (no captcha_token found)',
        },
      });
    }
    expect(verifier.asked).toEqual([]);
  });

  it.each([
    '/token?grant_type=refresh_token',
    '/token?grant_type=pkce',
    '/token?grant_type=id_token',
    '/verify',
  ])('is not asked for at %s', async (path) => {
    const { body } = await call(server, path, { body: { type: 'email', token: '1', email: newAddress() } });
    expect(body?.code).not.toBe('captcha_failed');
    expect(verifier.asked).toEqual([]);
  });

  it('does not stop the secret key', async () => {
    const { error } = await server
      .client(server.ctx.apiKeys.secret)
      .auth.signUp({ email: newAddress(), password: PASSWORD });
    expect(error).toBeNull();
    expect(verifier.asked).toEqual([]);
  });

  it('stops a user’s own token', async () => {
    const email = await existingUser();
    const client = server.client();
    const { data } = await client.auth.signInWithPassword({
      email,
      password: PASSWORD,
      options: { captchaToken: GOOD },
    });
    const bearer = data.session?.access_token ?? '';
    const answer = await call(server, '/recover', { body: { email }, bearer });
    expect(answer.body.code).toBe('captcha_failed');
  });

  it('does not send the verifier what cannot be a token', async () => {
    const body = { gotrue_meta_security: { captcha_token: 'x'.repeat(8193) } };
    expect((await call(server, '/signup', { body })).body.code).toBe('captcha_failed');
    expect(verifier.asked).toEqual([]);
  });

  it.each(['failing', 'talking nonsense', 'broken inside', 'silent'] as const)(
    'refuses sign-ins while its verifier is %s',
    async (mood) => {
      verifier.mood = mood;
      const email = newAddress();
      const answer = await call(server, '/signup', {
        body: { email, password: PASSWORD, gotrue_meta_security: { captcha_token: GOOD } },
      });
      expect(answer).toMatchObject({ status: 500, body: { code: 'unexpected_failure' } });
      expect(JSON.stringify(answer.body)).not.toContain(GOOD);
      expect(await server.sql('select 1 from auth.users where email = $1', [email])).toEqual([]);
    },
  );
});
