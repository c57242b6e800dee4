import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecurityEvent } from '../../src/security/security-events.ts';
import type { SignedIn } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { type MailServer, startMailServer } from './mails.ts';
import { watchSecurityLog } from './security-events.ts';

let server: MailServer;
let events: SecurityEvent[];
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
  events = watchSecurityLog(server);
});
beforeEach(() => {
  events.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

interface Recoverable extends SignedIn {
  factorId: string;
  /** At aal2. */
  strong: string;
  codes: string[];
}

const PATH = '/factors/recovery-codes';

/** A user with a second factor and recovery codes. */
async function recoverable(on = server): Promise<Recoverable> {
  const user = await on.signUp();
  const { data: factor } = await user.client.auth.mfa.enroll({ factorType: 'totp' });
  const code = new TOTP({ secret: Secret.fromBase32(factor?.totp.secret ?? '') }).generate();
  const { data } = await user.client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code });
  const strong = data?.access_token ?? '';
  const made = await call(on, PATH, { bearer: strong, body: {} });
  return { ...user, factorId: factor?.id ?? '', strong, codes: made.body.codes };
}

/** Signs in by password alone. @returns the token, at aal1 */
async function weakToken({ email, password }: SignedIn, on = server): Promise<string> {
  const { data } = await on.client().auth.signInWithPassword({ email, password });
  return data.session?.access_token ?? '';
}

const verify = (bearer: string, code: unknown, on = server) =>
  call(on, `${PATH}/verify`, { bearer, body: { code } });

describe('recovery codes', () => {
  it('are ten, told once and kept as hashes', async () => {
    const { codes, strong, userId } = await recoverable();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const told = await call(server, PATH, { bearer: strong });
    expect(told).toMatchObject({
      status: 200,
      body: { remaining: 10, created_at: expect.any(String), expires_at: null },
    });
    expect(told.headers.get('cache-control')).toBe('no-store');
    const rows = await server.sql('select * from auth.mfa_recovery_codes where user_id = $1', [userId]);
    expect(rows).toHaveLength(10);
    for (const code of codes) {
      expect(JSON.stringify(told.body)).not.toContain(code);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(code).toString('hex'));
      expect(JSON.stringify(rows)).not.toContain(code);
    }
  });

  it('stand in for a second factor once each', async () => {
    const user = await recoverable();
    const weak = await weakToken(user);
    const [code = '', next = ''] = user.codes;
    const raised = await verify(weak, code.toUpperCase().replaceAll('-', ' '));
    expect(raised.status).toBe(200);
    expect(payloadOf(raised.body.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'recovery_code' }, { method: 'password' }],
      session_id: payloadOf(weak).session_id,
    });
    expect(events).toContainEqual({ event: 'recovery_code_used', userId: user.userId, network: '127.0.0.1' });
    expect((await call(server, PATH, { bearer: raised.body.access_token })).body.remaining).toBe(9);

    const later = await weakToken(user);
    expect(await verify(later, code)).toMatchObject({
      status: 422,
      body: { code: 'mfa_recovery_code_used' },
    });
    expect(events).toContainEqual({
      event: 'second_factor_failed',
      userId: user.userId,
      network: '127.0.0.1',
      reason: 'mfa_recovery_code_used',
    });
    expect((await verify(later, next)).status).toBe(200);
  });

  it('work once, also when one comes twice at once', async () => {
    const user = await recoverable();
    const bearers = await Promise.all([weakToken(user), weakToken(user)]);
    const answers = await Promise.all(bearers.map((bearer) => verify(bearer, user.codes[0])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('end the user’s other sessions without the factor', async () => {
    const user = await recoverable();
    const [mine, other] = [await weakToken(user), await weakToken(user)];
    expect((await verify(mine, user.codes[0])).status).toBe(200);
    expect((await call(server, '/user', { bearer: other })).status).toBe(403);
  });

  it('let a lost factor be removed, and go with the last one', async () => {
    const user = await recoverable();
    const raised = await verify(await weakToken(user), user.codes[0]);
    const bearer = raised.body.access_token;
    const path = `/factors/${user.factorId}`;
    expect((await call(server, path, { method: 'DELETE', bearer })).status).toBe(200);
    expect((await call(server, PATH, { bearer })).body.remaining).toBe(0);
    const refreshed = await call(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: raised.body.refresh_token },
    });
    expect(payloadOf(refreshed.body.access_token)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
  });

  it('are replaced as a whole', async () => {
    const user = await recoverable();
    const made = await call(server, PATH, { bearer: user.strong, body: {} });
    expect(made.body).toMatchObject({ remaining: 10 });
    const weak = await weakToken(user);
    expect((await verify(weak, user.codes[0])).body.code).toBe('mfa_verification_failed');
    expect((await verify(weak, made.body.codes[0])).status).toBe(200);
  });

  it('belong to their user, and are made at aal2 alone', async () => {
    const user = await recoverable();
    const other = await recoverable();
    expect((await verify(await weakToken(other), user.codes[0])).body.code).toBe('mfa_verification_failed');
    expect(await call(server, PATH, { bearer: await weakToken(user), body: {} })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_aal' },
    });
    const plain = await server.signUp();
    expect(await call(server, PATH, { bearer: plain.accessToken, body: {} })).toMatchObject({
      status: 422,
      body: { code: 'mfa_factor_not_found' },
    });
    expect((await call(server, PATH, { body: {} })).status).toBe(401);
    const { data } = await server.client().auth.signInAnonymously();
    expect((await call(server, PATH, { bearer: data.session?.access_token ?? '', body: {} })).status).toBe(
      403,
    );
  });

  it('are guessed at ten times, together with other factors, not more', async () => {
    const user = await recoverable();
    const weak = await weakToken(user);
    const statuses: number[] = [];
    for (const guess of [
      '0000-0000-0000',
      'x'.repeat(100_000),
      '123456',
      ...Array.from({ length: 8 }, () => 'nope'),
    ]) {
      statuses.push((await verify(weak, guess)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    expect((await verify(weak, user.codes[0])).status).toBe(429);
    for (const code of ['', null, 7]) {
      expect(await verify(weak, code)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });

  it('end after as many days as the settings say', async () => {
    const strict = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false', RECOVERY_CODE_DAYS: '90' });
    try {
      const user = await recoverable(strict);
      const told = await call(strict, PATH, { bearer: user.strong });
      const days = (Date.parse(told.body.expires_at) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(88);
      expect(days).toBeLessThan(92);
      await strict.sql(`update auth.mfa_recovery_codes set expires_at = now() - interval '1 second'`);
      expect(await verify(await weakToken(user, strict), user.codes[0], strict)).toMatchObject({
        status: 422,
        body: { code: 'mfa_recovery_code_expired', message: expect.stringContaining('expired') },
      });
      expect((await call(strict, PATH, { bearer: user.strong })).body.remaining).toBe(0);
    } finally {
      await strict.stop();
    }
  });
});
