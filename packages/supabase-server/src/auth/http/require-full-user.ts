import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { SignedInUser } from '../caller.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { requireUser } from './require-user.ts';

/**
 * Works like {@link requireUser}, but refuses anonymous users (supabase-protocol 2.2).
 * @throws {AuthError} 403 no_authorization
 */
export async function requireFullUser(c: Context<ServerEnv>, deps: AuthDeps): Promise<SignedInUser> {
  const caller = await requireUser(c, deps);
  if (caller.user.is_anonymous) {
    throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions');
  }
  return caller;
}
