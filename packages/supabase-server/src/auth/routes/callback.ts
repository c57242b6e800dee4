import type { Context, Handler } from 'hono';
import { readText } from '../../http/body.ts';
import { publicOrigin, type ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, type OAuthError } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { dropFlowCookie, readFlowCookie } from '../http/flow-cookie.ts';
import { outcomeUrl, redirect, refusalUrl, withParameters } from '../http/redirect.ts';
import {
  finishExternalFlow,
  isRefusal,
  type ReturnedFlow,
  returnToFlow,
} from '../services/external/external-flow.ts';

/**
 * GET and POST /callback: a browser coming back from another service. It always leads on to an
 * allowed page.
 */
export function callbackRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
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
  };
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
