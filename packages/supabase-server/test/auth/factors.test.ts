import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_NAME, type SignedIn } from '../harness.ts';
import { call, payloadOf, refresh } from './call.ts';
import { type MailServer, startMailServer } from './mails.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
});
afterAll(() => server.stop());

/** The code that an authenticator app shows now, or some 30-second steps later. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Six digits that differ from every code that could be right now. */
function wrongCode(secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
}

async function enroll(client: SupabaseClient, friendlyName = '') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, totp: data.totp };
}

/** A user with a verified factor whose client is at aal2. */
async function secured(): Promise<SignedIn & { factorId: string; secret: string }> {
  const user = await server.signUp();
  const { id, secret } = await enroll(user.client);
  const { error } = await user.client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
  if (error) throw error;
  return { ...user, factorId: id, secret };
}

const accessTokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

describe('a TOTP factor', () => {
  it('is enrolled, proved and asked for at the next sign-in', async () => {
    const user = await server.signUp();
    const { id, secret, totp } = await enroll(user.client, 'Phone');
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    const uri = new URL(totp.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.searchParams.get('secret')).toBe(secret);
    expect(uri.searchParams.get('issuer')).toBe(APP_NAME);
    const listed = await user.client.auth.mfa.listFactors();
    expect(listed.data?.all).toMatchObject([
      { id, friendly_name: 'Phone', status: 'unverified', factor_type: 'totp' },
    ]);
    expect(JSON.stringify(listed.data)).not.toContain(secret);

    const { data, error } = await user.client.auth.mfa.challengeAndVerify({
      factorId: id,
      code: codeOf(secret),
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({ token_type: 'bearer', user: { id: user.userId } });
    const claims = payloadOf(data?.access_token ?? '');
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] });
    const { data: level } = await user.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const refreshed = await user.client.auth.refreshSession();
    expect(payloadOf(refreshed.data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: claims.amr,
    });

    const later = server.client();
    await later.auth.signInWithPassword({ email: user.email, password: user.password });
    const { data: before } = await later.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  });

  it('ends the other sessions that have not proved it, and the tokens from before', async () => {
    const user = await server.signUp();
    const elsewhere = server.client();
    await elsewhere.auth.signInWithPassword(user);
    const before = (await user.client.auth.getSession()).data.session?.refresh_token ?? '';
    const { id, secret } = await enroll(user.client);
    await user.client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect(await refresh(server, before)).toMatchObject({
      status: 400,
      body: { code: 'refresh_token_not_found' },
    });
    expect((await user.client.auth.refreshSession()).error).toBeNull();
  });

  it('takes a code once, also when it comes twice at once', async () => {
    const { client, factorId, secret } = await secured();
    const code = codeOf(secret, 1);
    const bearer = await accessTokenOf(client);
    const challenges = await Promise.all([
      client.auth.mfa.challenge({ factorId }),
      client.auth.mfa.challenge({ factorId }),
    ]);
    const answers = await Promise.all(
      challenges.map(({ data }) =>
        call(server, `/factors/${factorId}/verify`, { bearer, body: { challenge_id: data?.id, code } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const loser = answers.find(({ status }) => status === 422);
    expect(loser?.body.code).toBe('mfa_verification_failed');
  });

  it('refuses wrong codes and foreign, used and expired challenges', async () => {
    const { client, factorId, secret } = await secured();
    const other = await secured();
    const bearer = await accessTokenOf(client);
    const verify = (challengeId: unknown, code: unknown) =>
      call(server, `/factors/${factorId}/verify`, { bearer, body: { challenge_id: challengeId, code } });
    const { data } = await client.auth.mfa.challenge({ factorId });
    expect(data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) });
    expect(await verify(data?.id, wrongCode(secret))).toMatchObject({
      status: 422,
      body: { code: 'mfa_verification_failed' },
    });
    expect(await verify(data?.id, '')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    for (const unknown of ['nonsense', '00000000-0000-4000-8000-000000000000', null]) {
      expect(await verify(unknown, codeOf(secret, 1))).toMatchObject({
        status: 422,
        body: { code: 'mfa_factor_not_found' },
      });
    }
    const foreign = await other.client.auth.mfa.challenge({ factorId: other.factorId });
    expect((await verify(foreign.data?.id, codeOf(secret, 1))).body.code).toBe('mfa_factor_not_found');
    await server.sql(
      `update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`,
      [data?.id],
    );
    expect(await verify(data?.id, codeOf(secret, 1))).toMatchObject({
      status: 422,
      body: { code: 'mfa_challenge_expired' },
    });
    await server.sql('update auth.mfa_challenges set verified_at = now(), created_at = now() where id = $1', [
      data?.id,
    ]);
    expect(await verify(data?.id, codeOf(secret, 1))).toMatchObject({
      status: 422,
      body: { code: 'mfa_ip_address_mismatch' },
    });
    await server.sql(`update auth.mfa_challenges set verified_at = null, ip = '203.0.113.9' where id = $1`, [
      data?.id,
    ]);
    expect((await verify(data?.id, codeOf(secret, 1))).body.code).toBe('mfa_ip_address_mismatch');
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('belongs to its user', async () => {
    const mine = await secured();
    const stranger = await server.signUp();
    for (const [method, path] of [
      ['POST', `/factors/${mine.factorId}/challenge`],
      ['DELETE', `/factors/${mine.factorId}`],
      ['DELETE', '/factors/nonsense'],
    ] as const) {
      expect(await call(server, path, { method, bearer: stranger.accessToken }), path).toMatchObject({
        status: 404,
        body: { code: 'mfa_factor_not_found' },
      });
    }
    const verify = await call(server, `/factors/${mine.factorId}/verify`, {
      bearer: stranger.accessToken,
      body: { challenge_id: mine.factorId, code: '123456' },
    });
    expect(verify).toMatchObject({ status: 404, body: { code: 'mfa_factor_not_found' } });
  });

  it('guards the password and the address against a session without it', async () => {
    const { email, password } = await secured();
    const weak = server.client();
    await weak.auth.signInWithPassword({ email, password });
    for (const change of [{ password: 'another fine password' }, { email: 'thief@fair.example' }]) {
      expect((await weak.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
    }
    expect((await weak.auth.updateUser({ data: { a: 1 } })).error).toBeNull();
    expect((await weak.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    });
  });

  it('is removed at aal2 alone, and sessions fall back', async () => {
    const { client, email, password, factorId } = await secured();
    const weak = server.client();
    await weak.auth.signInWithPassword({ email, password });
    expect((await weak.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    });
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    const { data } = await client.auth.refreshSession();
    expect(payloadOf(data.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password' }],
    });
    expect(data.user).not.toHaveProperty('factors');
  });

  it('gives way to one that was proved, and has a name of its own', async () => {
    const { client } = await server.signUp();
    const first = await enroll(client, 'a');
    await enroll(client, 'b');
    const twice = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'a' });
    expect(twice.error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' });
    await client.auth.mfa.challengeAndVerify({ factorId: first.id, code: codeOf(first.secret) });
    expect((await client.auth.mfa.listFactors()).data?.all.map(({ friendly_name }) => friendly_name)).toEqual(
      ['a'],
    );
    for (let number = 2; number <= 10; number += 1) await enroll(client, String(number));
    const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'one more' });
    expect(eleventh.error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' });
  });

  it('is guessed at ten times, not more', async () => {
    const { client, factorId, secret } = await secured();
    const bearer = await accessTokenOf(client);
    const { data } = await client.auth.mfa.challenge({ factorId });
    const guess = (code: string) =>
      call(server, `/factors/${factorId}/verify`, { bearer, body: { challenge_id: data?.id, code } });
    const wrong = wrongCode(secret);
    const answers = [];
    for (let turn = 0; turn < 11; turn += 1) answers.push(await guess(wrong));
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 422));
    expect(answers[10]).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
    expect(Number(answers[10]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await guess(codeOf(secret, 1))).status).toBe(429);
  });

  it.each([
    ['webauthn', 422, 'mfa_webauthn_enroll_not_enabled'],
    ['other', 400, 'validation_failed'],
    [null, 400, 'validation_failed'],
  ])('may not be of type %s', async (type, status, code) => {
    const { accessToken } = await server.signUp();
    const answer = await call(server, '/factors', { bearer: accessToken, body: { factor_type: type } });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it('is not for anonymous users, and needs a bearer', async () => {
    const { data } = await server.client().auth.signInAnonymously();
    const body = { factor_type: 'totp' };
    expect(await call(server, '/factors', { bearer: data.session?.access_token ?? '', body })).toMatchObject({
      status: 403,
      body: { code: 'no_authorization' },
    });
    expect((await call(server, '/factors', { body })).status).toBe(401);
    const { accessToken } = await server.signUp();
    const odd = await call(server, '/factors', {
      bearer: accessToken,
      body: { ...body, friendly_name: 'a\u0000' },
    });
    expect(odd).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('can be switched off', async () => {
    const closed = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false', TOTP_ENABLED: 'false' });
    try {
      const { client } = await closed.signUp();
      expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
        status: 422,
        code: 'mfa_totp_enroll_not_enabled',
      });
    } finally {
      await closed.stop();
    }
  });
});
