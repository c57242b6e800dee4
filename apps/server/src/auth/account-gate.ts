import type { Context } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';
import type { SignedInUser } from './caller.ts';
import { listSessions } from './data/sessions.ts';
import type { AuthDeps } from './deps.ts';
import { callerOf } from './http/caller.ts';
import { createErrorHandler } from './http/error-response.ts';
import { requireUser } from './http/require-user.ts';
import { userBody } from './http/user-body.ts';
import { proofOf, proveUser } from './services/prove-user.ts';

/** What other services may ask about whoever calls them; `onError` turns what is thrown into answers. */
export function createAccountGate(deps: AuthDeps) {
  return {
    identify: async (c: Context<ServerEnv>) => describe(await requireUser(c, deps)),
    devices: (userId: string) => listSessions(deps.db, userId),
    proofNeeded: async (c: Context<ServerEnv>) => proofOf((await requireUser(c, deps)).user),
    async prove(c: Context<ServerEnv>, proof: { password: string | null; address: string | null }) {
      const caller = await requireUser(c, deps);
      await proveUser(deps, caller, proof, callerOf(c, deps.config).ip);
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
