import type { Handler } from 'hono';
import { readText } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { allowedTarget } from '../http/link-request.ts';
import { outcomeUrl, redirect, refusalUrl } from '../http/redirect.ts';
import { findSsoFlow, finishSso } from '../services/saml/finish-sso.ts';
import { requireSaml } from '../services/saml/service-provider.ts';

/** A form with the largest response that is taken, and its relay state. */
const MAX_FORM_BYTES = 524_288;

/**
 * POST /sso/saml/acs (Assertion Consumer Service): the form that a browser brings from the identity
 * provider. Redirects to the page where the sign-in began; a response without a sign-in redirects
 * to the product itself.
 */
export function samlAcsRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    requireSaml(deps);
    const form = new URLSearchParams(await readText(c, MAX_FORM_BYTES));
    const chooseTarget = (requested: string) => allowedTarget(c, deps, [requested]);
    let target = chooseTarget('');
    try {
      const caller = callerOf(c, deps);
      const response = form.get('SAMLResponse') ?? '';
      if (response === '') throw validationFailed('SAMLResponse is missing');
      await deps.limits.external(caller);
      const flow = await findSsoFlow(deps, response, form.get('RelayState') ?? '', chooseTarget);
      target = flow.redirectTo;
      return redirect(c, outcomeUrl(target, await finishSso(deps, flow, response, caller)));
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      return redirect(c, refusalUrl(target, error));
    }
  };
}
