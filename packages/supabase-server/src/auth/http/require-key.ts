import type { Context, MiddlewareHandler } from 'hono';
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

const ADMIN_ROLES = new Set(['service_role', 'supabase_admin']);

/**
 * Lets only requests through whose bearer is the secret key, or a token with its role
 * (supabase-protocol 2.2).
 */
export function requireAdmin(deps: AuthDeps): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await checkAdmin(c, deps);
    return next();
  };
}

/** Checks whether {@link requireAdmin} would let the request through. */
export async function isAdmin(c: Context<ServerEnv>, deps: AuthDeps): Promise<boolean> {
  try {
    await checkAdmin(c, deps);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

async function checkAdmin(c: Context<ServerEnv>, { authenticator }: AuthDeps): Promise<void> {
  const authorization = c.req.header('authorization') ?? '';
  if (!/^Bearer\s+\S+$/i.test(authorization)) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  }
  const credentials = authenticator.authenticate(undefined, authorization, c.env.incoming);
  const { role } = await credentials.catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error;
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${error.message}`);
  });
  if (!ADMIN_ROLES.has(role)) throw new AuthError(403, 'not_admin', 'User not allowed');
}
