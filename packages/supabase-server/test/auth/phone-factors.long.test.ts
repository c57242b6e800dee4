import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { call, payloadOf } from './call.ts';
import { newPhone, otherCode, type PhoneServer, startPhoneServer } from './phones.ts';

let server: PhoneServer;
beforeAll(async () => {
  server = await startPhoneServer();
});
afterAll(() => server.stop());

const accessTokenOf = async (client: SupabaseClient) =>
  (await client.auth.getSession()).data.session?.access_token ?? '';

async function enroll(client: SupabaseClient, phone: string, friendlyName = '') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName });
  if (error) throw error;
  return data;
}

/** Requests a code and enters it. */
async function prove(client: SupabaseClient, factorId: string, phone: string) {
  const challenge = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
  if (challenge.error) throw challenge.error;
  const { code } = await server.smsTo(phone);
  return client.auth.mfa.verify({ factorId, challengeId: challenge.data.id, code });
}

/** A user with a verified phone whose client is at aal2. */
async function secured(): Promise<SignedIn & { factorId: string; phone: string }> {
  const user = await server.signUp();
  const phone = newPhone();
  const { id } = await enroll(user.client, phone);
  const { error } = await prove(user.client, id, phone);
  if (error) throw error;
  return { ...user, factorId: id, phone };
}

describe('a phone factor', () => {
  it('is enrolled, proved by a code and asked for at the next sign-in', async () => {
    const user = await server.signUp();
    const phone = newPhone();
    const enrolled = await enroll(user.client, `+${phone}`, 'Mobile');
    expect(enrolled).toMatchObject({ type: 'phone', friendly_name: 'Mobile', phone });
    expect((await user.client.auth.mfa.listFactors()).data?.all).toMatchObject([
      { id: enrolled.id, factor_type: 'phone', status: 'unverified', phone },
    ]);

    const challenge = await user.client.auth.mfa.challenge({ factorId: enrolled.id, channel: 'whatsapp' });
    expect(challenge.data).toMatchObject({ type: 'phone', expires_at: expect.any(Number) });
    const { channel, code } = await server.smsTo(phone);
    expect(channel).toBe('whatsapp');
    const { data, error } = await user.client.auth.mfa.verify({
      factorId: enrolled.id,
      challengeId: challenge.data?.id ?? '',
      code,
    });
    expect(error).toBeNull();
    expect(payloadOf(data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    });
    expect((await user.client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ status: 'verified' }]);

    const later = server.client();
    await later.auth.signInWithPassword(user);
    expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    });
    expect((await prove(later, enrolled.id, phone)).error).toBeNull();
    expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
  });

  it('takes a code once, and only with its own challenge', async () => {
    const { client, factorId, phone } = await secured();
    const bearer = await accessTokenOf(client);
    const verify = (challengeId: unknown, code: string) =>
      call(server, `/factors/${factorId}/verify`, { bearer, body: { challenge_id: challengeId, code } });
    const first = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    const one = await server.smsTo(phone);
    const second = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    const two = await server.smsTo(phone);
    if (one.code !== two.code) {
      expect(await verify(first.data?.id, two.code)).toMatchObject({
        status: 422,
        body: { code: 'mfa_verification_failed' },
      });
    }
    const answers = await Promise.all([verify(second.data?.id, two.code), verify(second.data?.id, two.code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await verify('00000000-0000-4000-8000-000000000000', two.code)).toMatchObject({
      status: 422,
      body: { code: 'mfa_factor_not_found' },
    });
  });

  it('is guessed at five times a challenge, ten in all', async () => {
    const { client, factorId, phone } = await secured();
    const bearer = await accessTokenOf(client);
    const guess = (challengeId: string, code: string) =>
      call(server, `/factors/${factorId}/verify`, { bearer, body: { challenge_id: challengeId, code } });
    const begin = async () => {
      const { data } = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
      return { id: data?.id ?? '', code: (await server.smsTo(phone)).code };
    };
    const first = await begin();
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => guess(first.id, otherCode(first.code))),
    );
    expect(guesses.map(({ body }) => body.code)).toEqual(
      Array.from({ length: 5 }, () => 'mfa_verification_failed'),
    );
    // Void: also the right one is refused now.
    expect((await guess(first.id, first.code)).body.code).toBe('mfa_verification_failed');
    const second = await begin();
    for (let turn = 6; turn < 10; turn += 1) {
      expect((await guess(second.id, otherCode(second.code))).body.code).toBe('mfa_verification_failed');
    }
    expect(await guess(second.id, second.code)).toMatchObject({
      status: 429,
      body: { code: 'over_request_rate_limit' },
    });
  });

  it('lets a challenge expire', async () => {
    const { client, factorId, phone } = await secured();
    const { data } = await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    const { code } = await server.smsTo(phone);
    await server.sql(`update auth.mfa_challenges set created_at = now() - interval '301 s' where id = $1`, [
      data?.id,
    ]);
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: data?.id ?? '', code });
    expect(error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });

  it('is one for each number: what was begun and left makes room, what was proved does not', async () => {
    const { client } = await server.signUp();
    const phone = newPhone();
    const begun = await enroll(client, phone, 'a');
    const again = await enroll(client, phone, 'b');
    expect((await client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([again.id]);
    expect(begun.id).not.toBe(again.id);
    await prove(client, again.id, phone);
    expect(
      (await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'c' })).error,
    ).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
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
  });

  it('refuses what is no number, an unknown channel and a stranger', async () => {
    const { client, factorId } = await secured();
    const bearer = await accessTokenOf(client);
    for (const phone of [undefined, '0151', 'nonsense']) {
      expect(
        await call(server, '/factors', { bearer, body: { factor_type: 'phone', phone, friendly_name: 'x' } }),
      ).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    expect(
      await call(server, `/factors/${factorId}/challenge`, { bearer, body: { channel: 'pigeon' } }),
    ).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    const stranger = await server.signUp();
    expect((await stranger.client.auth.mfa.challenge({ factorId, channel: 'sms' })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    });
  });

  it('keeps no code in clear', async () => {
    const { client, factorId, phone } = await secured();
    await client.auth.mfa.challenge({ factorId, channel: 'sms' });
    const { code } = await server.smsTo(phone);
    const rows = await server.sql<{ code_hash: string }>(
      'select code_hash from auth.mfa_challenges where factor_id = $1 and verified_at is null',
      [factorId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]?.code_hash).not.toBe(code);
  });
});
