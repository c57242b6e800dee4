import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { redirectTarget } from '../http/link-request.ts';
import { redirect, refusalParameters, tokenParameters, withParameters } from '../http/redirect.ts';
import { PKCE_PREFIX } from '../rules/one-time-code.ts';
import { isVerificationType, type VerificationType } from '../rules/verification-types.ts';
import { type Verified, verifyLink } from '../services/verify-token.ts';

/** GET /verify: a mailed link that a browser opens; it always leads on to an allowed page. */
export function openLinkRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const linkToken = c.req.query('token') ?? c.req.query('token_hash') ?? '';
    const type = c.req.query('type') ?? '';
    if (linkToken === '') throw validationFailed('Verify requires a token or a token hash');
    if (type === '') throw validationFailed('Verify requires a verification type');
    // Mail scanners ask for the head of a link: it must not be used up by that.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const target = redirectTarget(c, deps);
    const pkce = linkToken.startsWith(PKCE_PREFIX);
    try {
      if (!isVerificationType(type)) throw validationFailed('Invalid email verification type');
      const verified = await verifyLink(deps, { type, linkToken, asCode: true }, callerOf(c, deps));
      return redirect(c, successUrl(target, type, verified, pkce));
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const refusal = refusalParameters(error);
      return redirect(c, withParameters(target, { query: pkce ? refusal : {}, fragment: refusal }));
    }
  };
}

function successUrl(target: string, type: VerificationType, verified: Verified, pkce: boolean): string {
  switch (verified.kind) {
    case 'code':
      return withParameters(target, { query: { code: verified.code }, fragment: null });
    case 'halfway': {
      const message = { message: verified.message };
      return withParameters(target, { query: pkce ? message : {}, fragment: message });
    }
    case 'signed-in':
      return withParameters(target, {
        query: {},
        fragment: { ...tokenParameters(verified.signIn.tokens, null), type },
      });
  }
}
