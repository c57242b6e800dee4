import type { Context } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { requireUser } from '../../http/require-user.ts';
import { hasVerifiedFactor } from '../../rules/access.ts';
import type { SignedInUser } from '../../types.ts';

/**
 * Requires a user who may link and unlink identities: the operator must allow it, and a user with a
 * second factor must have proved it. A password alone must not add a way into the account or end
 * the owner's.
 * @throws {AuthError} those of {@link requireUser}, 404 manual_linking_disabled, 401
 * insufficient_aal
 */
export async function requireLinkingUser(c: Context<ServerEnv>, deps: AuthDeps): Promise<SignedInUser> {
  const caller = await requireUser(c, deps);
  if (!deps.config.auth.manualLinkingEnabled) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  if (hasVerifiedFactor(caller.user.factors) && caller.session?.aal !== 'aal2') {
    throw new AuthError(
      401,
      'insufficient_aal',
      'AAL2 session is required to change identities when MFA is enabled.',
    );
  }
  return caller;
}
