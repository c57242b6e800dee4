import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SecurityEvent } from '../../src/security/security-events.ts';
import { APP_NAME } from '../harness.ts';
import { payloadOf } from './call.ts';
import { type MailServer, startMailServer } from './mails.ts';
import { addFactor, base64url, begin, ORIGIN, passkeyUser, register, signInWith } from './passkey-user.ts';
import { watchSecurityLog } from './security-events.ts';
import { createSoftAuthenticator, type Deviations, type SoftAuthenticator } from './soft-authenticator.ts';

let server: MailServer;
let events: SecurityEvent[];
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false', PUBLIC_URL: ORIGIN, PASSKEYS_PER_USER: '3' });
  events = watchSecurityLog(server);
});
beforeEach(() => {
  events.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

const signIn = (device: SoftAuthenticator, how?: Deviations, client?: SupabaseClient) =>
  signInWith(server, device, how, client);
const withPasskey = () => passkeyUser(server);

describe('a passkey', () => {
  it('is registered and signs in, which counts as both factors', async () => {
    const user = await server.signUp();
    const device = createSoftAuthenticator(ORIGIN);
    const begun = await begin(user.client);
    expect(begun.expires_at - Date.now() / 1000).toBeGreaterThan(290);
    expect(begun.expires_at - Date.now() / 1000).toBeLessThan(310);
    expect(begun.options).toMatchObject({
      rp: { id: 'fair.example', name: APP_NAME },
      user: { id: base64url(user.userId), name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { data, error } = await user.client.auth.passkey.verifyRegistration({
      challengeId: begun.challenge_id,
      credential: device.create(begun.options as never) as never,
    });
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), created_at: expect.any(String) });
    expect(events).toContainEqual({ event: 'passkey_added', userId: user.userId, network: '127.0.0.1' });

    const elsewhere = server.client();
    const signedIn = await signIn(device, {}, elsewhere);
    expect(signedIn.error).toBeNull();
    expect(signedIn.data?.user?.id).toBe(user.userId);
    expect(payloadOf(signedIn.data?.session?.access_token ?? '')).toMatchObject({
      sub: user.userId,
      aal: 'aal2',
      amr: [{ method: 'webauthn', timestamp: expect.any(Number) }],
    });
    expect((await elsewhere.auth.getUser()).data.user?.id).toBe(user.userId);
    const { data: level } = await elsewhere.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    const { data: listed } = await elsewhere.auth.passkey.list();
    expect(listed).toEqual([
      { id: data?.id, created_at: expect.any(String), last_used_at: expect.any(String) },
    ]);
    const again = await begin(user.client);
    expect(again.options.excludeCredentials).toHaveLength(1);
  });

  it('keeps aal2 when a second factor is removed, as it owes it nothing', async () => {
    const { client, device } = await withPasskey();
    const factorId = await addFactor(client);
    const other = server.client();
    expect((await signIn(device, {}, other)).error).toBeNull();
    expect((await other.auth.mfa.unenroll({ factorId })).error).toBeNull();
    const { data } = await other.auth.refreshSession();
    expect(payloadOf(data.session?.access_token ?? '').aal).toBe('aal2');
    const { data: first } = await client.auth.refreshSession();
    expect(payloadOf(first.session?.access_token ?? '').aal).toBe('aal1');
  });

  it('is refused from another origin, in words that say where to go', async () => {
    const user = await server.signUp();
    const device = createSoftAuthenticator(ORIGIN);
    for (const origin of [
      'https://evil.example',
      'https://www.fair.example',
      'http://fair.example',
      `${ORIGIN}:8443`,
    ]) {
      const { error } = await register(user.client, device, { origin });
      expect(error, origin).toMatchObject({ status: 400, code: 'webauthn_wrong_origin' });
      expect(error?.message).toContain(`Open ${ORIGIN}`);
    }
    expect((await register(user.client, device)).error).toBeNull();
    const wrong = await signIn(device, { origin: 'https://evil.example' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'webauthn_wrong_origin' });
    expect(events).toContainEqual({
      event: 'sign_in_failed',
      userId: user.userId,
      network: '127.0.0.1',
      reason: 'webauthn_wrong_origin',
    });
    expect((await signIn(device)).error).toBeNull();
  });

  it.each<[string, Deviations]>([
    ['without user verification', { userVerified: false }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: base64url('another challenge, 32 bytes long') }],
  ])('is refused %s', async (_what, how) => {
    const { client, device } = await withPasskey();
    const refused = { status: 400, code: 'webauthn_verification_failed' };
    expect((await register(client, createSoftAuthenticator(ORIGIN), how)).error).toMatchObject(refused);
    expect((await signIn(device, how)).error).toMatchObject(refused);
    expect((await signIn(device)).error).toBeNull();
  });

  it.each(['x5c', 'apple'] as const)('is refused with an attestation of kind %s', async (attestation) => {
    const { client } = await server.signUp();
    const { error } = await register(client, createSoftAuthenticator(ORIGIN), { attestation });
    expect(error).toMatchObject({ status: 400, code: 'webauthn_verification_failed' });
    expect(error?.message).toContain('attestation');
  });

  it('is refused when its answer is sent twice', async () => {
    const { device, client } = await withPasskey();
    const guest = server.client();
    const { data: begun } = await guest.auth.passkey.startAuthentication();
    const answer = {
      challengeId: begun?.challenge_id ?? '',
      credential: device.get(begun?.options as never) as never,
    };
    const twice = await Promise.all([
      server.client().auth.passkey.verifyAuthentication(answer),
      server.client().auth.passkey.verifyAuthentication(answer),
    ]);
    expect(twice.filter(({ error }) => error === null)).toHaveLength(1);
    expect(twice.find(({ error }) => error !== null)?.error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
    });
    const registration = await begin(client);
    const created = createSoftAuthenticator(ORIGIN).create(registration.options as never) as never;
    const first = { challengeId: registration.challenge_id, credential: created };
    expect((await client.auth.passkey.verifyRegistration(first)).error).toBeNull();
    expect((await client.auth.passkey.verifyRegistration(first)).error).toMatchObject({
      code: 'webauthn_challenge_not_found',
    });
  });

  it('is refused when its counter does not grow', async () => {
    const { device } = await withPasskey();
    expect((await signIn(device, { signCount: 9 })).error).toBeNull();
    for (const signCount of [9, 5, 0]) {
      expect((await signIn(device, { signCount })).error).toMatchObject({
        code: 'webauthn_verification_failed',
      });
    }
    expect((await signIn(device, { signCount: 10 })).error).toBeNull();
  });

  it('is refused after five minutes, and for a challenge of another kind or user', async () => {
    const { client, device } = await withPasskey();
    const guest = server.client();
    const { data: begun } = await guest.auth.passkey.startAuthentication();
    await server.sql(
      `update auth.webauthn_challenges set expires_at = now() - interval '1 second' where id = $1`,
      [begun?.challenge_id],
    );
    const late = await guest.auth.passkey.verifyAuthentication({
      challengeId: begun?.challenge_id ?? '',
      credential: device.get(begun?.options as never) as never,
    });
    expect(late.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' });

    const mine = await begin(client);
    const stranger = await server.signUp();
    const created = createSoftAuthenticator(ORIGIN).create(mine.options as never) as never;
    const challengeId = mine.challenge_id;
    expect(
      (await stranger.client.auth.passkey.verifyRegistration({ challengeId, credential: created })).error,
    ).toMatchObject({ code: 'webauthn_challenge_not_found' });
    expect(
      (
        await guest.auth.passkey.verifyAuthentication({
          challengeId,
          credential: device.get({ ...mine.options, rpId: 'fair.example' } as never) as never,
        })
      ).error,
    ).toMatchObject({ code: 'webauthn_challenge_not_found' });
    // Neither of them has used it up.
    expect(
      (await client.auth.passkey.verifyRegistration({ challengeId, credential: created })).error,
    ).toBeNull();
  });

  it('is refused for another user’s handle, and without one', async () => {
    const { device } = await withPasskey();
    const other = await server.signUp();
    for (const userHandle of [base64url(other.userId), base64url('nonsense'), null]) {
      expect((await signIn(device, { userHandle })).error).toMatchObject({
        status: 400,
        code: 'webauthn_verification_failed',
        message: 'The passkey belongs to another account',
      });
    }
  });

  it('does not sign in once it was removed, or its user was banned', async () => {
    const { client, userId, device, passkeyId } = await withPasskey();
    await server.sql(`update auth.users set banned_until = 'infinity' where id = $1`, [userId]);
    expect((await signIn(device)).error).toMatchObject({ status: 403, code: 'user_banned' });
    await server.sql('update auth.users set banned_until = null where id = $1', [userId]);
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect(events).toContainEqual({ event: 'passkey_removed', userId, network: '127.0.0.1' });
    const { error } = await signIn(device);
    expect(error).toMatchObject({ status: 400, code: 'webauthn_credential_not_found' });
    expect(error?.message).toContain('not registered here');
    expect((await client.auth.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
    expect((await client.auth.passkey.list()).data).toEqual([]);
  });

  it('cannot be registered twice', async () => {
    const { device } = await withPasskey();
    const other = await server.signUp();
    expect((await register(other.client, device)).error).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    });
  });
});
