import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './call.ts';
import { type MailServer, startMailServer } from './mails.ts';
import { addFactor, base64url, ORIGIN, passkeyUser, register, signInWith } from './passkey-user.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from './soft-authenticator.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false', PUBLIC_URL: ORIGIN, PASSKEYS_PER_USER: '3' });
});
afterAll(() => server.stop());

const signIn = (device: SoftAuthenticator) => signInWith(server, device);
const withPasskey = () => passkeyUser(server);

describe('the passkeys of a user', () => {
  it('have names within bounds', async () => {
    const { client, passkeyId } = await withPasskey();
    const stranger = await server.signUp();
    const update = (friendlyName: string, of = client) => of.auth.passkey.update({ passkeyId, friendlyName });
    expect((await update('  Laptop, 办公室  ')).data).toMatchObject({
      id: passkeyId,
      friendly_name: 'Laptop, 办公室',
    });
    expect((await update('x'.repeat(120))).error).toBeNull();
    for (const name of ['', '   ', 'x'.repeat(121), 'a\u0000b']) {
      expect((await update(name)).error, JSON.stringify(name)).toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    }
    expect((await update('mine', stranger.client)).error).toMatchObject({ status: 404 });
    expect((await stranger.client.auth.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 });
    const { data } = await client.auth.passkey.list();
    expect(data?.map(({ friendly_name }) => friendly_name)).toEqual(['x'.repeat(120)]);
  });

  it('are as many as the settings say', async () => {
    const { client } = await withPasskey();
    for (let number = 2; number <= 3; number += 1) {
      expect((await register(client, createSoftAuthenticator(ORIGIN))).error).toBeNull();
    }
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject({
      status: 422,
      code: 'too_many_passkeys',
    });
  });

  it('are managed at aal2 alone by who has a second factor', async () => {
    const { client, email, password, passkeyId } = await withPasskey();
    await addFactor(client);
    const weak = server.client();
    await weak.auth.signInWithPassword({ email, password });
    const refused = { status: 403, code: 'insufficient_aal' };
    expect((await weak.auth.passkey.startRegistration()).error).toMatchObject(refused);
    expect((await weak.auth.passkey.update({ passkeyId, friendlyName: 'mine' })).error).toMatchObject(
      refused,
    );
    expect((await weak.auth.passkey.delete({ passkeyId })).error).toMatchObject(refused);
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull();
  });

  it('can be listed and removed by an administrator', async () => {
    const { userId, passkeyId, device } = await withPasskey();
    const admin = server.client(server.ctx.apiKeys.secret).auth.admin;
    expect((await admin.passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }]);
    const other = await server.signUp();
    const foreign = await admin.passkey.deletePasskey({ userId: other.userId, passkeyId });
    expect(foreign.error).toMatchObject({ status: 404 });
    expect((await admin.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull();
    expect((await signIn(device)).error).toMatchObject({ code: 'webauthn_credential_not_found' });
    const user = server.client();
    expect((await user.auth.admin.passkey.listPasskeys({ userId })).error).toMatchObject({ status: 403 });
  });

  it('end with what an unproved address was used for', async () => {
    const { userId, email, device } = await withPasskey();
    await server.sql('update auth.users set email_confirmed_at = null where id = $1', [userId]);
    expect((await signIn(device)).error).toMatchObject({ status: 403, code: 'email_not_confirmed' });
    const owner = server.client();
    await owner.auth.resetPasswordForEmail(email);
    const { code } = await server.mailTo(email);
    expect((await owner.auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toBeNull();
    expect((await signIn(device)).error).toMatchObject({ code: 'webauthn_credential_not_found' });
  });
});

describe('the passkey calls', () => {
  it('refuse what is malformed or too large', async () => {
    const { device, accessToken } = await withPasskey();
    const good = device.get({ challenge: 'x', rpId: 'fair.example' } as never);
    const id = '00000000-0000-4000-8000-000000000000';
    const post = (body: unknown) => call(server, '/passkeys/authentication/verify', { body });
    for (const body of [
      {},
      { challenge_id: id },
      { challenge_id: id, credential: null },
      { challenge_id: '', credential: good },
      { challenge_id: id, credential: { ...good, id: 'x'.repeat(2000), rawId: 'x'.repeat(2000) } },
      { challenge_id: id, credential: { ...good, type: 'password' } },
      { challenge_id: id, credential: { ...good, response: { ...good.response, signature: '***' } } },
      {
        challenge_id: id,
        credential: { ...good, response: { ...good.response, clientDataJSON: 'x'.repeat(9000) } },
      },
    ]) {
      expect(await post(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    expect((await post({ challenge_id: 'nonsense', credential: good })).body.code).toBe(
      'webauthn_challenge_not_found',
    );
    for (const clientDataJSON of [base64url('no json'), base64url('null'), base64url('{}')]) {
      const begun = await call(server, '/passkeys/authentication/options', { body: {} });
      const answer = await post({
        challenge_id: begun.body.challenge_id,
        credential: { ...good, response: { ...good.response, clientDataJSON } },
      });
      expect(answer.status, clientDataJSON).toBe(400);
    }
    const begun = await call(server, '/passkeys/registration/options', { bearer: accessToken, body: {} });
    const broken = createSoftAuthenticator(ORIGIN).create(begun.body.options);
    const answer = await call(server, '/passkeys/registration/verify', {
      bearer: accessToken,
      body: {
        challenge_id: begun.body.challenge_id,
        credential: { ...broken, response: { ...broken.response, attestationObject: base64url('nonsense') } },
      },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'webauthn_verification_failed' } });
  });

  it('need a user where they change something, and none who is anonymous', async () => {
    const { data } = await server.client().auth.signInAnonymously();
    const bearer = data.session?.access_token ?? '';
    for (const [method, path] of [
      ['POST', '/passkeys/registration/options'],
      ['GET', '/passkeys'],
    ] as const) {
      expect((await call(server, path, { method })).status).toBe(401);
      expect(await call(server, path, { method, bearer })).toMatchObject({ status: 403 });
    }
  });

  it('are bounded for an address', async () => {
    const small = await startMailServer({ PUBLIC_URL: ORIGIN, RATE_LIMIT_SIGN_INS_PER_ADDRESS: '2' });
    try {
      const begin = () => call(small, '/passkeys/authentication/options', { body: {} });
      expect([await begin(), await begin(), await begin()].map(({ status }) => status)).toEqual([
        200, 200, 429,
      ]);
    } finally {
      await small.stop();
    }
  });

  it('say so where no browser has passkeys, and where they are off', async () => {
    const bare = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
    try {
      const answer = await call(bare, '/passkeys/authentication/options', { body: {} });
      expect(answer).toMatchObject({ status: 422, body: { code: 'passkey_unavailable' } });
      expect(answer.body.message).toContain('HTTPS');
    } finally {
      await bare.stop();
    }
    const off = await startMailServer({ PUBLIC_URL: ORIGIN, PASSKEYS_ENABLED: 'false' });
    try {
      expect(await call(off, '/passkeys/authentication/options', { body: {} })).toMatchObject({
        status: 404,
        body: { code: 'passkey_disabled' },
      });
      expect((await call(off, '/settings')).body.passkeys_enabled).toBe(false);
    } finally {
      await off.stop();
    }
    expect((await call(server, '/settings')).body.passkeys_enabled).toBe(true);
  });
});
