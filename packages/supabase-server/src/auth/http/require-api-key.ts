import type { MiddlewareHandler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { TokenError } from '../../keys/signing-keys.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';

/**
 * Lets only requests through whose `apikey` header is a key of this installation: opaque, or a
 * legacy JWT key.
 */
export function requireApiKey({ authenticator }: AuthDeps): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const key = c.req.header('apikey');
    if (!key) throw new AuthError(401, 'no_authorization', 'No API key found in request');
    const role = await authenticator.apiKeyRole(key, c.env.incoming).catch((error: unknown) => {
      if (error instanceof TokenError) return null;
      throw error;
    });
    if (role === null) throw new AuthError(401, 'no_authorization', 'Invalid API key');
    return next();
  };
}
