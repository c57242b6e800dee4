import type { RequestScope } from '@dragoman/supabase-server/db/database-types';
import type { Authenticator } from '@dragoman/supabase-server/keys/api-keys';

/** Returns the database scope in which a function reads on behalf of its caller. */
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
