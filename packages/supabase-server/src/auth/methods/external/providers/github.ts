import * as oidc from 'openid-client';
import { z } from 'zod';
import type { IdentityProviderConfig } from '../../../../config/identity-providers.ts';
import { callProvider } from './call-provider.ts';
import { textOf, toIdentity } from './claims.ts';
import { type ExternalIdentity, type IdentityProvider, ProviderError } from './identity-provider.ts';

const TIMEOUT_SECONDS = 10;

const userSchema = z.object({
  id: z.number().int().positive(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
});
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub: plain OAuth 2, which knows no ID tokens; the user's identity comes from its API. */
export function createGitHub(config: IdentityProviderConfig): IdentityProvider {
  const { name, issuer, apiUrl } = config;
  const secret = config.secret.kind === 'text' ? config.secret.value : '';
  const client = new oidc.Configuration(
    {
      issuer,
      authorization_endpoint: `${issuer}/login/oauth/authorize`,
      token_endpoint: `${issuer}/login/oauth/access_token`,
    },
    config.clientId,
    {},
    oidc.ClientSecretPost(secret),
  );
  client.timeout = TIMEOUT_SECONDS;
  // The settings let a service be without TLS on this machine alone.
  if (issuer.startsWith('http:') || apiUrl.startsWith('http:')) oidc.allowInsecureRequests(client);

  async function requestApi<T extends z.ZodType>(
    path: string,
    accessToken: string,
    schema: T,
  ): Promise<z.output<T>> {
    const headers = new Headers({
      Accept: 'application/vnd.github+json',
      'X-GitHub-Api-Version': '2022-11-28',
    });
    const answer = await oidc.fetchProtectedResource(
      client,
      accessToken,
      new URL(`${apiUrl}${path}`),
      'GET',
      null,
      headers,
    );
    if (!answer.ok) throw new ProviderError(name, `answered ${answer.status}`, undefined);
    const parsed = schema.safeParse(await answer.json());
    if (!parsed.success) throw new ProviderError(name, 'answered in another form', undefined);
    return parsed.data;
  }

  async function whoIs(accessToken: string): Promise<ExternalIdentity> {
    const user = await requestApi('/user', accessToken, userSchema);
    const emails = await requestApi('/user/emails', accessToken, emailsSchema);
    const primary = emails.find((one) => one.primary) ?? null;
    return toIdentity(config, {
      // The login can change hands; the number cannot.
      subject: String(user.id),
      email: primary?.email ?? null,
      emailVerified: primary?.verified ?? false,
      metadata: {
        iss: apiUrl,
        name: textOf(user.name),
        full_name: textOf(user.name),
        user_name: textOf(user.login),
        preferred_username: textOf(user.login),
        avatar_url: textOf(user.avatar_url),
      },
    });
  }

  return {
    name,
    formPost: false,
    verifyIdToken: null,
    async authorizationUrl(start) {
      return oidc.buildAuthorizationUrl(client, {
        ...Object.fromEntries(start.extra),
        response_type: 'code',
        redirect_uri: start.redirectUri,
        scope: [...new Set([...config.scopes, ...start.scopes])].join(' '),
        state: start.state,
        code_challenge: await oidc.calculatePKCECodeChallenge(start.verifier),
        code_challenge_method: 'S256',
      });
    },
    async redeem({ redirectUri, parameters, state, verifier }) {
      const current = new URL(redirectUri);
      current.search = parameters.toString();
      return callProvider(name, async () => {
        const answer = await oidc.authorizationCodeGrant(client, current, {
          expectedState: state,
          pkceCodeVerifier: verifier,
        });
        return {
          identity: await whoIs(answer.access_token),
          tokens: { accessToken: answer.access_token, refreshToken: answer.refresh_token ?? null },
        };
      });
    },
  };
}
