import type { RequestScope } from '../db/database-types.ts';
import type { Authenticator } from '../keys/api-keys.ts';

/** Gives the scope in which a function reads on behalf of who called it. */
export type CallerScope = (request: Request) => Promise<RequestScope>;

/**
 * Functions read with the token that they were called with, as they do on a Supabase: row-level
 * security judges by its claims.
 * @returns gives a scope that can write nothing. @throws {TokenError} @throws {MissingApiKeyError}
 */
export function createCallerScope(authenticator: Authenticator): CallerScope {
  return async ({ headers }) => {
    const { role, claims } = await authenticator.authenticate(
      headers.get('apikey') ?? undefined,
      headers.get('authorization') ?? undefined,
    );
    return { role, claims, readOnly: true };
  };
}
