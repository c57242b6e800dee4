import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, OAuthError, validationFailed } from '../../errors.ts';
import { linkRequest } from '../../http/caller.ts';
import { optionalText, readParams } from '../../http/params.ts';
import type { AuthMethod } from '../../method.ts';
import type { LinkRequest, SignIn } from '../../types.ts';
import {
  type IdentityProvider,
  IdTokenError,
  type VerifiedIdToken,
} from '../external/providers/identity-provider.ts';
import { type ExternalDeps, withIdentityProviders } from '../external/providers/providers.ts';
import { requireLinkingUser } from '../external/require-linking-user.ts';
import { signInExternally, unavailable } from '../external/sign-in.ts';
import { matchesAccessToken } from './access-token-hash.ts';

const bodySchema = z.object({
  provider: optionalText,
  id_token: optionalText,
  access_token: optionalText,
  nonce: optionalText,
  link_identity: z.boolean().nullish(),
});

/** POST /token?grant_type=id_token */
export async function openIdToken(core: AuthDeps): Promise<AuthMethod> {
  const deps = await withIdentityProviders(core);
  return {
    grants: {
      async id_token(c) {
        const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
        const linkingUserId = params.link_identity ? (await requireLinkingUser(c, deps)).user.id : null;
        const given = {
          provider: params.provider,
          idToken: params.id_token,
          accessToken: params.access_token,
          nonce: params.nonce,
          linkingUserId,
        };
        return signInWithIdToken(deps, given, linkRequest(c, deps, null));
      },
    },
  };
}

interface IdTokenParams {
  provider: string | null;
  idToken: string | null;
  accessToken: string | null;
  /** In clear; the token has its SHA-256 in hex. */
  nonce: string | null;
  linkingUserId: string | null;
}

const INVALID = 'invalid request';

/**
 * Signs in with an ID token that a client has got from the provider by itself, as apps on phones do
 * (supabase-protocol 2.5, grant_type=id_token).
 * @throws {AuthError} 400 provider_disabled, validation_failed; those of {@link signInExternally}
 * @throws {OAuthError} for a token that does not hold
 */
async function signInWithIdToken(
  deps: ExternalDeps,
  params: IdTokenParams,
  request: LinkRequest,
): Promise<SignIn> {
  const { idToken } = params;
  if (idToken === null) throw new OAuthError(INVALID, 'id_token required');
  if (params.provider === null) throw new OAuthError(INVALID, 'provider required');
  const verify = findVerifier(deps, params.provider);
  await deps.limits.external(request.caller);
  const verified = await unavailable(deps, 'Unable to reach the provider', () => verify(idToken)).catch(
    (error: unknown) => {
      throw error instanceof IdTokenError ? new OAuthError(INVALID, error.message) : error;
    },
  );
  checkNonce(verified, params.nonce);
  checkAccessToken(verified, params.accessToken);
  const outcome = await signInExternally(
    deps,
    { identity: verified.identity, linkingUserId: params.linkingUserId, providerTokens: null },
    { ...request, challenge: null },
  );
  if (outcome.kind === 'code') throw new Error('a code was given to a client that asked for tokens');
  return outcome.signIn;
}

function findVerifier(
  { identityProviders }: ExternalDeps,
  name: string,
): NonNullable<IdentityProvider['verifyIdToken']> {
  const provider = identityProviders.find(name);
  if (provider?.verifyIdToken) return provider.verifyIdToken;
  if (provider || !Object.hasOwn(identityProviders.offered, name)) {
    throw validationFailed('provider: is not one that issues ID tokens for this installation');
  }
  throw new AuthError(400, 'provider_disabled', 'This provider is not enabled');
}

function checkNonce({ nonce: hashed }: VerifiedIdToken, nonce: string | null): void {
  if ((hashed === null) !== (nonce === null)) {
    throw new OAuthError(INVALID, 'Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce !== null && createHash('sha256').update(nonce, 'utf8').digest('hex') !== hashed) {
    throw new OAuthError('invalid nonce', 'Nonces mismatch');
  }
}

function checkAccessToken({ accessTokenHash, algorithm }: VerifiedIdToken, accessToken: string | null): void {
  if (accessTokenHash === null || accessToken === null) return;
  if (!matchesAccessToken(accessTokenHash, accessToken, algorithm)) {
    throw new OAuthError(INVALID, 'The access token is not the one that came with the ID token');
  }
}
