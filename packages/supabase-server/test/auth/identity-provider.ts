import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, type JWK, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

/**
 * A person with an account at the provider; `login_hint` selects them, instead of a name and
 * password.
 */
export interface Person {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  [claim: string]: unknown;
}

/** A real provider of OpenID Connect on this machine, the certified npm package oidc-provider. */
export interface TestIdentityProvider {
  issuer: string;
  people: Map<string, Person>;
  /** Registers a client: the server under test, whose address is known after it has started. */
  admit(client: { redirectUri: string }): void;
  /**
   * Signs an ID token with the provider's own key, as it does for an app on a phone.
   * @param key another one, for forgers
   */
  idToken(claims: Record<string, unknown>, forged?: { key?: JWK; alg?: string }): Promise<string>;
  stop(): Promise<void>;
}

export const CLIENT_ID = 'dragoman';
export const CLIENT_SECRET = 'a secret that only the two of us know';
export const DENIES = 'somebody who denies';

export interface ProviderOptions {
  /** The place of the person's claims; the standard puts them at the userinfo endpoint. */
  claimsIn?: 'userinfo' | 'id_token';
  pkce?: boolean;
  /** Checks a client secret that no provider but Apple would take, and throws if it is wrong. */
  checkSecret?: (secret: string, issuer: string) => Promise<void>;
}

export function makeSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), alg: 'ES256', use: 'sig', kid: 'idp-1' };
}

export async function startIdentityProvider(options: ProviderOptions = {}): Promise<TestIdentityProvider> {
  const people = new Map<string, Person>();
  const signingKey = makeSigningKey();
  let provider: Provider | null = null;

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      response.statusCode = 500;
      response.end(error.message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!provider) throw new Error('no client was admitted');
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname.startsWith('/interaction/')) return interact(provider, request, response);
    if (url.pathname === '/token' && options.checkSecret) {
      const body = Object.fromEntries(await readForm(request));
      await options.checkSecret(body.client_secret ?? '', issuer);
      Object.assign(request, { body: { ...body, client_secret: CLIENT_SECRET } });
    }
    await provider.callback()(request, response);
  }

  async function interact(idp: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await idp.interactionDetails(request, response);
    const who = String(params.login_hint);
    if (who === DENIES) {
      const denied = { error: 'access_denied', error_description: 'The person said no' };
      return idp.interactionFinished(request, response, denied);
    }
    if (prompt.name === 'login') {
      return idp.interactionFinished(request, response, { login: { accountId: who } });
    }
    const grant = new idp.Grant({ accountId: session?.accountId ?? who, clientId: CLIENT_ID });
    grant.addOIDCScope(String(params.scope));
    const consent = { consent: { grantId: await grant.save() } };
    return idp.interactionFinished(request, response, consent, { mergeWithLastSubmission: true });
  }

  return {
    issuer,
    people,
    admit({ redirectUri }) {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            redirect_uris: [redirectUri],
            token_endpoint_auth_method: 'client_secret_post',
            grant_types: ['authorization_code', 'refresh_token'],
            id_token_signed_response_alg: 'ES256',
          },
        ],
        jwks: { keys: [signingKey as never] },
        cookies: { keys: [randomUUID()] },
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified', 'xms_edov'],
          profile: ['name', 'picture', 'preferred_username'],
        },
        scopes: ['openid', 'email', 'profile', 'name', 'offline_access'],
        conformIdTokenClaims: options.claimsIn !== 'id_token',
        pkce: { required: () => options.pkce ?? true },
        interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
        ttl: {
          AccessToken: 300,
          Grant: 300,
          IdToken: 300,
          Interaction: 300,
          RefreshToken: 300,
          Session: 300,
        },
        features: { devInteractions: { enabled: false } },
        findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
        issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
      });
    },
    async idToken(claims, forged = {}) {
      const now = Math.floor(Date.now() / 1000);
      const key = await importJWK(forged.key ?? signingKey, 'ES256');
      return new SignJWT({ iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: forged.alg ?? 'ES256', kid: 'idp-1' })
        .sign(key);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
