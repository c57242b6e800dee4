import type { SignedInUser } from '../../caller.ts';
import { AuthError } from '../../errors.ts';
import { hasVerifiedFactor } from '../../rules/assurance.ts';

/**
 * Requires that a user with a second factor has proved it in this session: a person with the
 * password alone must not end the owner's sessions.
 * @throws {AuthError} 403 insufficient_aal
 */
export function requireAal2({ user, session }: Pick<SignedInUser, 'user' | 'session'>): void {
  if (hasVerifiedFactor(user.factors) && session?.aal !== 'aal2') {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to manage sessions');
  }
}
