import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthError } from '../errors.ts';
import type { ProviderTokens, Tokens } from '../types.ts';

/**
 * OAuth's names of refusals, by status; other statuses lack one (supabase-protocol 2.6, GET
 * /verify).
 */
const ERROR_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
};

/** Sends a browser on to a page. @param status 303 makes a GET of what was a POST */
export function redirect(c: Context<ServerEnv>, url: string, status: 302 | 303 = 303): Response {
  // The address holds a secret: no page may see it as where its visitor came from.
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(url, status);
}

export function tokenParameters(tokens: Tokens, provider: ProviderTokens | null): Record<string, string> {
  return {
    access_token: tokens.accessToken,
    expires_at: String(tokens.expiresAt),
    expires_in: String(tokens.expiresIn),
    refresh_token: tokens.refreshToken,
    token_type: 'bearer',
    ...(provider === null ? {} : { provider_token: provider.accessToken }),
    ...(provider?.refreshToken ? { provider_refresh_token: provider.refreshToken } : {}),
  };
}

/**
 * The address to which the browser is redirected with an error, in query and fragment
 * (supabase-protocol 2.9, /callback).
 */
export function refusalUrl(target: string, error: AuthError): string {
  const refusal = refusalParameters(error);
  return withParameters(target, { query: refusal, fragment: refusal });
}

export function refusalParameters({ status, code, message }: AuthError): Record<string, string> {
  const name = ERROR_NAMES[status];
  return { ...(name === undefined ? {} : { error: name }), error_code: code, error_description: message };
}

/** Adds to the target's existing query or fragment. `sb=` marks a fragment as ours. */
export function withParameters(
  target: string,
  add: { query: Record<string, string>; fragment: Record<string, string> | null },
): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(add.query)) url.searchParams.set(name, value);
  if (add.fragment) url.hash = new URLSearchParams({ ...add.fragment, sb: '' }).toString();
  return url.href;
}
