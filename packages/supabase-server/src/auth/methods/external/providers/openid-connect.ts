import { createPrivateKey, sign } from 'node:crypto';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import type { ClientAuth } from 'openid-client';
import * as oidc from 'openid-client';
import type { ClientSecret, IdentityProviderConfig } from '../../../../config/identity-providers.ts';
import { createCachedLoader } from './cached-loader.ts';
import { callProvider } from './call-provider.ts';
import { identityFromClaims, type PersonClaims } from './claims.ts';
import { verifyIdToken } from './id-token.ts';
import { type IdentityProvider, ProviderError } from './identity-provider.ts';

const TIMEOUT_SECONDS = 10;
/** The tolerance for the provider's clock. */
const CLOCK_TOLERANCE_SECONDS = 30;

interface Discovery {
  client: oidc.Configuration;
  keys: JWTVerifyGetKey;
}

/**
 * Any provider of OpenID Connect, by its discovery document; the server starts though it is out of
 * reach.
 */
export function createOpenIdConnect(config: IdentityProviderConfig): IdentityProvider {
  const { name, protocol } = config;
  const apple = protocol === 'apple';
  const discovered = createCachedLoader(() => callProvider(name, () => discover(config)));

  return {
    name,
    formPost: apple,
    async authorizationUrl(start) {
      const { client } = await discovered();
      const url = oidc.buildAuthorizationUrl(client, {
        ...Object.fromEntries(start.extra),
        response_type: 'code',
        redirect_uri: start.redirectUri,
        scope: [...new Set([...config.scopes, ...start.scopes])].join(' '),
        state: start.state,
        nonce: start.nonce,
        // Apple gives name and address to a POST only, and knows no PKCE: there the nonce binds the
        // answer.
        ...(apple
          ? { response_mode: 'form_post' }
          : {
              code_challenge: await oidc.calculatePKCECodeChallenge(start.verifier),
              code_challenge_method: 'S256',
            }),
      });
      return url;
    },
    async redeem({ redirectUri, parameters, state, nonce, verifier }) {
      const { client } = await discovered();
      const current = new URL(redirectUri);
      current.search = parameters.toString();
      return callProvider(name, async () => {
        const answer = await oidc.authorizationCodeGrant(client, current, {
          expectedState: state,
          expectedNonce: nonce,
          ...(apple ? {} : { pkceCodeVerifier: verifier }),
          idTokenExpected: true,
        });
        const claims = await completeClaims(client, answer);
        return {
          identity: identityFromClaims(config, claims, apple ? appleName(parameters.get('user')) : null),
          tokens: { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null },
        };
      });
    },
    async verifyIdToken(token) {
      const { client, keys } = await discovered();
      const server = client.serverMetadata();
      const verified = await verifyIdToken(token, {
        provider: name,
        keys,
        issuer: server.issuer,
        audiences: config.audiences,
        algorithms: server.id_token_signing_alg_values_supported ?? ['RS256'],
        clockToleranceSeconds: CLOCK_TOLERANCE_SECONDS,
      });
      return { ...verified, identity: identityFromClaims(config, verified.claims) };
    },
  };
}

async function discover(config: IdentityProviderConfig): Promise<Discovery> {
  const insecure = config.issuer.startsWith('http:');
  const client = await oidc.discovery(
    new URL(config.issuer),
    config.clientId,
    { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    config.secret.kind === 'text'
      ? oidc.ClientSecretPost(config.secret.value)
      : appleClientAuth(config.secret),
    {
      timeout: TIMEOUT_SECONDS,
      // The settings let an issuer be without TLS on this machine alone.
      execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
    },
  );
  const { jwks_uri } = client.serverMetadata();
  if (jwks_uri === undefined || (!insecure && !jwks_uri.startsWith('https:'))) {
    throw new ProviderError(config.name, 'has no jwks_uri with TLS', undefined);
  }
  return {
    client,
    keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_SECONDS * 1000 }),
  };
}

/**
 * The ID token's claims; where it has no address, those of the userinfo endpoint, whose subject
 * must be the same.
 */
async function completeClaims(
  client: oidc.Configuration,
  answer: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
): Promise<PersonClaims> {
  const claims = answer.claims();
  if (!claims) throw new Error('the library lets no answer without an ID token through');
  if (claims.email !== undefined || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  const person = await oidc.fetchUserInfo(client, answer.access_token, claims.sub);
  return { ...person, iss: claims.iss, sub: claims.sub };
}

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
