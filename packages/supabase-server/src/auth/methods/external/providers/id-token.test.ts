import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createLocalJWKSet, type JWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { type IdTokenRules, verifyIdToken } from './id-token.ts';
import { IdTokenError, ProviderError } from './identity-provider.ts';

const MICROSOFT = 'https://login.microsoftonline.com/{tenantid}/v2.0';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk: JWK = { ...(publicKey.export({ format: 'jwk' }) as JWK), kid: 'k', alg: 'RS256' };

const rules: IdTokenRules = {
  provider: 'azure',
  keys: createLocalJWKSet({ keys: [jwk] }),
  issuer: MICROSOFT,
  audiences: ['web', 'app'],
  algorithms: ['RS256', 'HS256', 'none'],
  clockToleranceSeconds: 30,
};

const tokenOf = (claims: Record<string, unknown>) =>
  new SignJWT({ sub: '1', aud: 'web', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);

describe('an ID token for all of Microsoft’s directories', () => {
  it('is issued by the directory that it names', async () => {
    const tid = randomUUID();
    const token = await tokenOf({ tid, iss: MICROSOFT.replace('{tenantid}', tid) });
    expect((await verifyIdToken(token, rules)).claims.sub).toBe('1');
  });

  it.each([
    ['another directory', { tid: randomUUID(), iss: MICROSOFT.replace('{tenantid}', randomUUID()) }],
    ['none', { iss: MICROSOFT.replace('{tenantid}', '') }],
    ['one whose name is no id', { tid: '../evil', iss: MICROSOFT.replace('{tenantid}', '../evil') }],
    ['another service', { tid: randomUUID(), iss: 'https://evil.example' }],
  ])('is refused when it is issued by %s', async (_case, claims) => {
    await expect(verifyIdToken(await tokenOf(claims), rules)).rejects.toThrow(IdTokenError);
  });

  it('is not taken when a public key was used as a shared secret', async () => {
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    const token = await new SignJWT({ sub: '1', aud: 'web', iss: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'k' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(Buffer.from(pem));
    await expect(verifyIdToken(token, { ...rules, issuer: 'x' })).rejects.toThrow('Bad ID token');
  });

  it('is a provider error when the keys cannot be loaded', async () => {
    const keys = () => Promise.reject(new TypeError('fetch failed'));
    const token = await tokenOf({ iss: 'x' });
    await expect(verifyIdToken(token, { ...rules, issuer: 'x', keys })).rejects.toThrow(ProviderError);
  });
});
