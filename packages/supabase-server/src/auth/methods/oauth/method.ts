import type { Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { readText } from '../../../http/body.ts';
import { publicOrigin, type ServerEnv } from '../../../http/request-info.ts';
import { isUuid } from '../../../util/uuid.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, OAuthError, validationFailed } from '../../errors.ts';
import { callerOf, linkRequest } from '../../http/caller.ts';
import { pkceFields } from '../../http/params.ts';
import { redirect, refusalUrl, withParameters } from '../../http/redirect.ts';
import type { AuthMethod } from '../../method.ts';
import type { LinkRequest } from '../../types.ts';
import type { IdentityProvider } from '../external/providers/identity-provider.ts';
import { type ExternalDeps, withIdentityProviders } from '../external/providers/providers.ts';
import { requireLinkingUser } from '../external/require-linking-user.ts';
import { outcomeUrl } from '../external/sign-in.ts';
import {
  beginExternalFlow,
  FLOW_LIFE_SECONDS,
  type FlowParams,
  finishExternalFlow,
  type ReturnedFlow,
  returnToFlow,
} from './flow.ts';
import { unlinkIdentity } from './unlink-identity.ts';

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

/** Several tabs may sign in at once, so each flow has a cookie of its own. */
const cookieName = (state: string) => `external-flow-${state}`;
const COOKIE_PATH = '/auth/v1/callback';

/**
 * Sign-in with an account of another service in a browser, and the identities of an account
 * (supabase-protocol 2.9).
 */
export async function openOAuth(core: AuthDeps): Promise<AuthMethod> {
  const deps = await withIdentityProviders(core);
  return {
    settings: { external: deps.identityProviders.offered },
    addOpenRoutes: (routes) => addFlowRoutes(routes, deps),
    addRoutes: (routes) => addIdentityRoutes(routes, deps),
  };
}

/** A browser on its way to another service and back. */
function addFlowRoutes(routes: Hono<ServerEnv>, deps: ExternalDeps): void {
  // Opened in a browser, to sign in with an account of another service.
  routes.get('/authorize', async (c) => {
    const { params, request } = readFlowParams(c, deps);
    const { url, state, browserSecret } = await beginExternalFlow(
      deps,
      { ...params, linkingUserId: null },
      request,
    );
    if (browserSecret !== null) {
      const origin = publicOrigin(c, deps.config);
      setFlowCookie(c, { state, secret: browserSecret, origin, formPost: params.provider.formPost });
    }
    return redirect(c, url, 302);
  });

  // A browser coming back from another service. It always leads on to an allowed page.
  routes.on(['GET', 'POST'], '/callback', async (c) => {
    // Scanners ask for the head of what people open: the flow must not be used up by that.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const parameters = await readParameters(c, deps.config.limits.bodyBytes);
    let flow: ReturnedFlow;
    try {
      flow = await returnToFlow(deps, parameters.get('state'), (state) => readFlowCookie(c, state));
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      // The flow is unknown, and with it the page that the browser wanted to return to.
      return redirect(c, refusalUrl(publicOrigin(c, deps.config), error), 303);
    }
    dropFlowCookie(c, flow.id);
    // After a POST the browser must come with a GET.
    const status = c.req.method === 'POST' ? 303 : 302;
    try {
      const outcome = await finishExternalFlow(deps, flow, parameters, callerOf(c, deps));
      return redirect(c, outcomeUrl(flow.redirect_to, outcome), status);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return redirect(c, failureUrl(flow.redirect_to, error), status);
    }
  });
}

/** The identities of the caller. */
function addIdentityRoutes(routes: Hono<ServerEnv>, deps: ExternalDeps): void {
  // Joins an account of another service to the caller's own.
  routes.get('/user/identities/authorize', async (c) => {
    const { user } = await requireLinkingUser(c, deps);
    const { params, request } = readFlowParams(c, deps);
    const { url } = await beginExternalFlow(deps, { ...params, linkingUserId: user.id }, request);
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : redirect(c, url, 302);
  });

  routes.delete('/user/identities/:id', async (c) => {
    const { user } = await requireLinkingUser(c, deps);
    const id = c.req.param('id');
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'identity_id must be an UUID');
    await unlinkIdentity(deps, user.id, id.toLowerCase());
    return c.json({});
  });
}

/** The provider's own refusals have their name for a code. */
function failureUrl(target: string, error: AuthError | OAuthError): string {
  if (error instanceof AuthError) return refusalUrl(target, error);
  const refusal = { error: error.error, error_code: error.error, error_description: error.message };
  return withParameters(target, { query: refusal, fragment: refusal });
}

async function readParameters(c: Context<ServerEnv>, limit: number): Promise<URLSearchParams> {
  if (c.req.method === 'POST') return new URLSearchParams(await readText(c, limit));
  return new URL(c.req.url).searchParams;
}

/**
 * Reads the query of GET /authorize and of its sibling that joins accounts.
 * @throws {AuthError} 400 validation_failed for an unknown provider, one that is off, or a bad
 * challenge
 */
function readFlowParams(
  c: Context<ServerEnv>,
  deps: ExternalDeps,
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

function findProvider({ identityProviders }: ExternalDeps, name: string): IdentityProvider {
  const provider = identityProviders.find(name);
  if (provider) return provider;
  if (Object.hasOwn(identityProviders.offered, name)) {
    throw validationFailed('Unsupported provider: provider is not enabled');
  }
  throw validationFailed('Unsupported provider: the provider could not be found');
}

/**
 * @param formPost whether the browser will come back by a POST of another site, to which only
 * SameSite=None cookies go
 */
function setFlowCookie(
  c: Context<ServerEnv>,
  flow: { state: string; secret: string; origin: string; formPost: boolean },
): void {
  const secure = flow.origin.startsWith('https:');
  setCookie(c, cookieName(flow.state), flow.secret, {
    path: COOKIE_PATH,
    httpOnly: true,
    secure,
    sameSite: flow.formPost && secure ? 'None' : 'Lax',
    maxAge: FLOW_LIFE_SECONDS,
  });
}

function readFlowCookie(c: Context<ServerEnv>, state: string): string | undefined {
  return getCookie(c, cookieName(state));
}

function dropFlowCookie(c: Context<ServerEnv>, state: string): void {
  if (getCookie(c, cookieName(state)) !== undefined)
    deleteCookie(c, cookieName(state), { path: COOKIE_PATH });
}

function isRefusal(error: unknown): error is AuthError | OAuthError {
  return error instanceof AuthError || error instanceof OAuthError;
}
