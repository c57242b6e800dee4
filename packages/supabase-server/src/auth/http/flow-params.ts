import type { Context } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import type { IdentityProvider } from '../providers/identity-provider.ts';
import type { LinkRequest } from '../services/auth-mail.ts';
import type { FlowParams } from '../services/external/external-flow.ts';
import { pkceFields } from './fields.ts';
import { linkRequest } from './link-request.ts';

/**
 * Query parameters of /authorize that are ours or that the flow sets: none of them is passed on to
 * the provider.
 */
const RESERVED = new Set([
  'provider',
  'redirect_to',
  'scopes',
  'skip_http_redirect',
  'invite_token',
  'apikey',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'registration',
  'dpop_jkt',
]);

const challengeSchema = z.object(pkceFields);

/**
 * Reads the query of GET /authorize and of its sibling that joins accounts.
 * @throws {AuthError} 400 validation_failed for an unknown provider, one that is off, or a bad
 * challenge
 */
export function readFlowParams(
  c: Context<ServerEnv>,
  deps: AuthDeps,
): { params: Omit<FlowParams, 'linkingUserId'>; request: LinkRequest } {
  const query = new URL(c.req.url).searchParams;
  const parsed = challengeSchema.safeParse(Object.fromEntries(query));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw validationFailed(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  return {
    params: {
      provider: findProvider(deps, query.get('provider') ?? ''),
      scopes: (query.get('scopes') ?? '').split(/[\s,]+/).filter((scope) => scope !== ''),
      extra: [...query].filter(([name]) => !RESERVED.has(name.toLowerCase())),
    },
    request: linkRequest(c, deps, parsed.data),
  };
}

function findProvider({ identityProviders }: AuthDeps, name: string): IdentityProvider {
  const provider = identityProviders.find(name);
  if (provider) return provider;
  if (Object.hasOwn(identityProviders.offered, name)) {
    throw validationFailed('Unsupported provider: provider is not enabled');
  }
  throw validationFailed('Unsupported provider: the provider could not be found');
}
