import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../../util/uuid.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, validationFailed } from '../../errors.ts';
import { hashSecret } from '../../rules/one-time-code.ts';
import type { CodeChallenge } from '../../rules/pkce.ts';
import type { LinkRequest } from '../../types.ts';
import type { IdentityProvider } from '../external/providers/identity-provider.ts';
import type { ExternalDeps } from '../external/providers/providers.ts';
import { type ExternalOutcome, signInExternally, unavailable } from '../external/sign-in.ts';
import { type ExternalFlowRow, findExternalFlow, insertExternalFlow, useExternalFlow } from './data.ts';

/** Seconds that a user may spend at the provider (supabase-protocol 2.14). */
export const FLOW_LIFE_SECONDS = 300;
const SECRET_BYTES = 32;

/** The client's parameters of a flow. */
export interface FlowParams {
  provider: IdentityProvider;
  scopes: readonly string[];
  extra: ReadonlyArray<readonly [string, string]>;
  linkingUserId: string | null;
}

export interface BegunFlow {
  url: string;
  state: string;
  /** The secret for the browser's cookie; null where something else binds the flow. */
  browserSecret: string | null;
}

/** A flow whose browser has come back. */
export type ReturnedFlow = ExternalFlowRow & { provider_verifier: string; nonce: string };

/**
 * Begins a sign-in at another service.
 *
 * Two measures keep an attacker from sending their own unfinished sign-in to another person's
 * browser (login CSRF). With a code challenge, only the client that began the flow can exchange its
 * code. Without one, the tokens go to the browser that returns, so it must bring the cookie of the
 * browser that began. A flow that links an account has neither: the protocol's clients begin it by
 * a call that cannot set a cookie for another origin, and it completes before any code is
 * exchanged. Its address must be kept as secret as the session that requested it, one more reason
 * why linking is off by default.
 * @throws {AuthError} 500 when the provider cannot be reached
 */
export async function beginExternalFlow(
  deps: AuthDeps,
  params: FlowParams,
  request: LinkRequest,
): Promise<BegunFlow> {
  const { provider, linkingUserId } = params;
  await deps.limits.external(request.caller);
  const secret = () => randomBytes(SECRET_BYTES).toString('base64url');
  const browserSecret = request.challenge === null && linkingUserId === null ? secret() : null;
  const verifier = secret();
  const nonce = secret();
  const state = await insertExternalFlow(deps.db, {
    provider: provider.name,
    redirectTo: request.redirectTo,
    challenge: request.challenge,
    linkingUserId,
    verifier,
    nonce,
    browserHash: browserSecret === null ? null : hashSecret(browserSecret),
  });
  const redirectUri = callbackUrl(request.caller.issuer);
  const start = { redirectUri, state, nonce, verifier, scopes: params.scopes, extra: params.extra };
  const url = await unavailable(deps, 'Unable to reach the provider', () => provider.authorizationUrl(start));
  return { url: url.href, state, browserSecret };
}

/**
 * Resumes a flow when its browser comes back; it can be resumed once.
 * @param readSecret what the browser's cookie for this flow holds
 * @throws {AuthError} 400 bad_oauth_callback, bad_oauth_state, flow_state_already_used
 */
export async function returnToFlow(
  deps: AuthDeps,
  state: string | null,
  readSecret: (state: string) => string | undefined,
): Promise<ReturnedFlow> {
  if (state === null || state === '') {
    throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  }
  const flow = isUuid(state) ? await findExternalFlow(deps.db, state) : null;
  if (!flow || flow.age_seconds > FLOW_LIFE_SECONDS) throw badState();
  if (!isSameBrowser(flow, readSecret(flow.id))) throw badState();
  const { provider_verifier, nonce } = flow;
  if (provider_verifier === null || nonce === null || !(await useExternalFlow(deps.db, flow.id))) {
    throw new AuthError(400, 'flow_state_already_used', 'OAuth state has already been used');
  }
  return { ...flow, provider_verifier, nonce };
}

/**
 * Finishes a flow with the provider's response.
 * @throws {OAuthError} the provider's own refusal @throws {AuthError} ours
 */
export async function finishExternalFlow(
  deps: ExternalDeps,
  flow: ReturnedFlow,
  parameters: URLSearchParams,
  caller: LinkRequest['caller'],
): Promise<ExternalOutcome> {
  const provider = deps.identityProviders.find(flow.provider);
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled');
  const proof = await unavailable(deps, 'Unable to exchange external code', () =>
    provider.redeem({
      redirectUri: callbackUrl(caller.issuer),
      parameters,
      state: flow.id,
      nonce: flow.nonce,
      verifier: flow.provider_verifier,
    }),
  );
  return signInExternally(
    deps,
    { identity: proof.identity, linkingUserId: flow.linking_user_id, providerTokens: proof.tokens },
    { caller, redirectTo: flow.redirect_to, challenge: challengeOf(flow) },
  );
}

function isSameBrowser({ browser_hash }: ExternalFlowRow, secret: string | undefined): boolean {
  if (browser_hash === null) return true;
  return secret !== undefined && timingSafeEqual(browser_hash, hashSecret(secret));
}

function challengeOf({ code_challenge, code_challenge_method }: ExternalFlowRow): CodeChallenge | null {
  if (code_challenge === null || code_challenge_method === null) return null;
  return { challenge: code_challenge, method: code_challenge_method };
}

function badState(): AuthError {
  return new AuthError(400, 'bad_oauth_state', 'OAuth callback with invalid state');
}

function callbackUrl(issuer: string): string {
  return `${issuer}/callback`;
}
