import type { Context, Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { redirectTarget } from '../http/link-request.ts';
import { PKCE_PREFIX } from '../rules/one-time-code.ts';
import { isVerificationType, type VerificationType } from '../rules/verification-types.ts';
import type { Tokens } from '../services/sign-in.ts';
import { type Verified, verifyLink } from '../services/verify-token.ts';

/** OAuth's names for a refusal, by status; other statuses have none (wire facts A4, GET /verify). */
const ERROR_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
};

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
      const verified = await verifyLink(deps, { type, linkToken, asCode: true }, callerOf(c, deps.config));
      return leave(c, successUrl(target, type, verified, pkce));
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const name = ERROR_NAMES[error.status];
      const refusal = {
        ...(name === undefined ? {} : { error: name }),
        error_code: error.code,
        error_description: error.message,
      };
      return leave(c, withParameters(target, { query: pkce ? refusal : {}, fragment: refusal }));
    }
  };
}

function leave(c: Context<ServerEnv>, url: string): Response {
  // The address holds a secret: no page may see it as where its visitor came from.
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(url, 303);
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
      return withParameters(target, { query: {}, fragment: tokenFragment(verified.signIn.tokens, type) });
  }
}

function tokenFragment(tokens: Tokens, type: VerificationType): Record<string, string> {
  return {
    access_token: tokens.accessToken,
    expires_at: String(tokens.expiresAt),
    expires_in: String(tokens.expiresIn),
    refresh_token: tokens.refreshToken,
    token_type: 'bearer',
    type,
  };
}

/** Adds to what the target has already. `sb=` marks a fragment as ours. */
function withParameters(
  target: string,
  add: { query: Record<string, string>; fragment: Record<string, string> | null },
): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(add.query)) url.searchParams.set(name, value);
  if (add.fragment) url.hash = new URLSearchParams({ ...add.fragment, sb: '' }).toString();
  return url.href;
}
