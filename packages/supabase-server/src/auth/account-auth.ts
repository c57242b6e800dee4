import type { Context } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';
import { SECOND_FACTOR_MISSING } from '../keys/access-watch.ts';
import { TokenError } from '../keys/signing-keys.ts';
import type { SignedInUser } from './caller.ts';
import { listPasskeys } from './data/passkeys.ts';
import { listSessions } from './data/sessions.ts';
import type { AuthDeps } from './deps.ts';
import { callerOf } from './http/caller.ts';
import { createErrorHandler } from './http/error-response.ts';
import { passkeyBody } from './http/passkey-body.ts';
import { requireUser } from './http/require-user.ts';
import { userBody } from './http/user-body.ts';
import { hasVerifiedFactor } from './rules/assurance.ts';
import { requiredCredential, verifyCredentials } from './services/verify-credentials.ts';

/**
 * Checks of the caller for other services; `onError` turns errors into responses. A user with a
 * second factor is refused with a {@link TokenError} until the session has proved it.
 */
export function createAccountAuth(deps: AuthDeps) {
  async function requireOwner(c: Context<ServerEnv>): Promise<SignedInUser> {
    const caller = await requireUser(c, deps);
    if (hasVerifiedFactor(caller.user.factors) && caller.claims.aal !== 'aal2') {
      throw new TokenError('second_factor', SECOND_FACTOR_MISSING);
    }
    return caller;
  }

  return {
    identify: async (c: Context<ServerEnv>) => describe(await requireOwner(c)),
    devices: (userId: string) => listSessions(deps.db, userId),
    requiredCredential: async (c: Context<ServerEnv>) => requiredCredential((await requireOwner(c)).user),
    passkeys: async (userId: string) => (await listPasskeys(deps.db, userId)).map(passkeyBody),
    async verifyCredentials(
      c: Context<ServerEnv>,
      proof: { password: string | null; address: string | null },
    ) {
      const caller = await requireOwner(c);
      await verifyCredentials(deps, caller, proof, callerOf(c, deps));
      return describe(caller);
    },
    onError: createErrorHandler(deps.log),
  };
}

function describe({ claims, user }: SignedInUser) {
  return {
    userId: user.id,
    claims: { ...claims },
    isAnonymous: user.is_anonymous,
    account: userBody(user),
  };
}
