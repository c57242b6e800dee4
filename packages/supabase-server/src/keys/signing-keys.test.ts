import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { Queryable } from '../db/database.ts';
import { createAuthenticator } from './api-keys.ts';
import { createMasterKey } from './master-key.ts';
import { openSigningKeys as openWith, type TokenError } from './signing-keys.ts';

const NONE = { jwtSecret: null, jwtKeys: null };
const masterKey = createMasterKey(Buffer.alloc(32, 7));
/** No access has ended. */
const EVERYBODY = { check: async () => undefined };
const SECRET = 'a-shared-secret-of-more-than-32-characters';
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

/** Replaces the two statements on dragoman.signing_keys. */
function keyTable(): Queryable {
  const stored: Array<{ kid: unknown; jwk: unknown }> = [];
  return {
    async query(text, values = []) {
      if (text.startsWith('insert') && stored.length === 0) stored.push({ kid: values[0], jwk: values[1] });
      return stored as never[];
    },
    execute: async () => 0,
  };
}

function openKeyRing(config: Parameters<typeof openWith>[0], table: Queryable) {
  return openWith(config, table, masterKey);
}

async function faultOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'accepted',
    (error: TokenError) => error.fault,
  );
}

describe('signing keys', () => {
  it('keeps tokens of its own purposes apart from tokens that name a role', async () => {
    const signingKeys = await openKeyRing(NONE, keyTable());
    const link = await signingKeys.sign({ aud: 'files', url: 'a/b', exp: inAnHour() });
    const access = await signingKeys.sign({ role: 'authenticated', aud: 'files', exp: inAnHour() });
    const late = await signingKeys.sign({ aud: 'files', exp: inAnHour() - 7200 });
    expect(await signingKeys.verifyPurpose(link, 'files')).toMatchObject({ url: 'a/b' });
    expect(await faultOf(signingKeys.verifyPurpose(link, 'other'))).toBe('claims');
    expect(await faultOf(signingKeys.verifyPurpose(access, 'files'))).toBe('claims');
    expect(await faultOf(signingKeys.verifyPurpose(late, 'files'))).toBe('expired');
    expect(await faultOf(signingKeys.verify(link))).toBe('claims');
    const stranger = await openKeyRing(NONE, keyTable());
    expect(await faultOf(stranger.verifyPurpose(link, 'files'))).toBe('signature');
  });

  it('makes an ES256 key once and keeps it', async () => {
    const table = keyTable();
    const first = await openKeyRing(NONE, table);
    const token = await first.sign({ role: 'authenticated', sub: 'x', exp: inAnHour() });
    const second = await openKeyRing(NONE, table);
    expect(await second.verify(token)).toMatchObject({ role: 'authenticated', sub: 'x' });
    expect(second.jwks().keys).toHaveLength(1);
    expect(second.jwks().keys[0]).not.toHaveProperty('d');
  });

  it('signs with JWT_SECRET when given and never publishes it', async () => {
    const table = keyTable();
    const before = await (await openKeyRing(NONE, table)).sign({ role: 'anon', exp: inAnHour() });
    const signingKeys = await openKeyRing({ ...NONE, jwtSecret: SECRET }, table);
    const token = await signingKeys.sign({ role: 'anon', exp: inAnHour() });
    expect(JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString())).toEqual({
      alg: 'HS256',
      typ: 'JWT',
    });
    expect(JSON.stringify(signingKeys.jwks())).not.toContain('oct');
    // Tokens signed before the change stay good.
    expect(await signingKeys.verify(before)).toMatchObject({ role: 'anon' });
  });

  it('signs with the first private key of JWT_KEYS', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), kid: 'mine', alg: 'ES256' };
    const signingKeys = await openKeyRing({ ...NONE, jwtKeys: [jwk] }, keyTable());
    const token = await signingKeys.sign({ role: 'anon', exp: inAnHour() });
    expect(JSON.parse(Buffer.from(token.split('.')[0] as string, 'base64url').toString()).kid).toBe('mine');
    expect(await signingKeys.verify(token)).toMatchObject({ role: 'anon' });
  });

  it('refuses forged, expired, unsigned and roleless tokens', async () => {
    const signingKeys = await openKeyRing({ ...NONE, jwtSecret: SECRET }, keyTable());
    const make = (claims: Record<string, unknown>, secret = SECRET) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`;
    expect(
      await faultOf(signingKeys.verify(await make({ role: 'anon', exp: inAnHour() }, `${SECRET}x`))),
    ).toBe('signature');
    expect(await faultOf(signingKeys.verify(await make({ role: 'anon', exp: 1 })))).toBe('expired');
    expect(await faultOf(signingKeys.verify(await make({ exp: inAnHour() })))).toBe('claims');
    expect(await faultOf(signingKeys.verify(none))).toBe('malformed');
    expect(await faultOf(signingKeys.verify('not-a-token'))).toBe('malformed');
  });

  it('does not take the public key of an asymmetric key as a shared secret', async () => {
    const signingKeys = await openKeyRing(NONE, keyTable());
    const [published] = signingKeys.jwks().keys;
    const forged = await new SignJWT({ role: 'service_role', exp: inAnHour() })
      .setProtectedHeader({ alg: 'HS256', kid: published?.kid as string })
      .sign(Buffer.from(JSON.stringify(published)));
    expect(await faultOf(signingKeys.verify(forged))).toBe('signature');
  });
});

describe('authenticator', () => {
  const keys = {
    publishable: 'sb_publishable_aaaaaaaaaaaaaaaaaaaa',
    secret: 'sb_secret_bbbbbbbbbbbbbbbbbbbb',
  };

  it('knows API keys, legacy JWT keys and user tokens', async () => {
    const signingKeys = await openKeyRing({ ...NONE, jwtSecret: SECRET }, keyTable());
    const auth = createAuthenticator(keys, signingKeys, EVERYBODY);
    const user = await signingKeys.sign({ role: 'authenticated', sub: 'u', exp: inAnHour() });
    const legacy = await signingKeys.sign({ role: 'anon', exp: inAnHour() });
    expect(await auth.authenticate(keys.publishable, `Bearer ${keys.publishable}`)).toMatchObject({
      role: 'anon',
    });
    expect(await auth.authenticate(keys.secret, undefined)).toMatchObject({ role: 'service_role' });
    expect(await auth.authenticate(keys.publishable, `Bearer ${user}`)).toMatchObject({
      role: 'authenticated',
      userToken: true,
    });
    expect(await auth.authenticate(legacy, undefined)).toMatchObject({ role: 'anon', userToken: false });
    expect(await auth.apiKeyRole(user)).toBeNull();
  });

  it('refuses an unknown key even beside a good token', async () => {
    const signingKeys = await openKeyRing({ ...NONE, jwtSecret: SECRET }, keyTable());
    const auth = createAuthenticator(keys, signingKeys, EVERYBODY);
    const user = await signingKeys.sign({ role: 'authenticated', sub: 'u', exp: inAnHour() });
    expect(await faultOf(auth.authenticate('sb_publishable_wrong', `Bearer ${user}`))).toBe('signature');
    await expect(auth.authenticate(undefined, undefined)).rejects.toThrow('No API key found');
  });
});
