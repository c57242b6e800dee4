import { createPrivateKey, sign } from 'node:crypto';
import type { ClientAuth } from 'openid-client';
import type { ClientSecret } from '../../config/identity-providers.ts';

const SECRET_SECONDS = 300;
const MAX_NAME = 200;

/**
 * Creates Apple's client secret: a JWT signed with the developer's key, new for each request, so
 * that it never expires. Not done by the library, because that needs the secret synchronously and
 * signing is asynchronous.
 */
export function appleClientAuth(key: Extract<ClientSecret, { kind: 'apple-key' }>): ClientAuth {
  return (server, client, body) => {
    body.set('client_id', client.client_id);
    body.set(
      'client_secret',
      appleClientSecret(key, { clientId: client.client_id, audience: server.issuer }),
    );
  };
}

export function appleClientSecret(
  { teamId, keyId, privateKey }: Extract<ClientSecret, { kind: 'apple-key' }>,
  { clientId, audience, now = Date.now() }: { clientId: string; audience: string; now?: number },
): string {
  const issuedAt = Math.floor(now / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = encode({ alg: 'ES256', kid: keyId });
  const claims = encode({
    iss: teamId,
    iat: issuedAt,
    exp: issuedAt + SECRET_SECONDS,
    aud: audience,
    sub: clientId,
  });
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' as const };
  const signature = sign('sha256', Buffer.from(`${header}.${claims}`), key).toString('base64url');
  return `${header}.${claims}.${signature}`;
}

/**
 * The person's name, which Apple gives at the first sign-in only, and not in the ID token but
 * through the browser: good for a greeting, proof of nothing.
 * @param user the parameter of that name
 */
export function appleName(user: string | null): string | null {
  if (user === null) return null;
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } };
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string' && part !== '');
    return parts.length === 0 ? null : parts.join(' ').slice(0, MAX_NAME);
  } catch {
    return null;
  }
}
