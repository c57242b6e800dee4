import type { Context } from 'hono';
import type { RequestScope } from '../../db/database.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { Authenticator } from '../../keys/api-keys.ts';
import type { Owner } from '../data/objects.ts';

/** Who a storage call acts as. */
export interface StorageCaller {
  scope: RequestScope;
  owner: Owner;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The caller by key and token.
 * @throws {MissingApiKeyError} @throws {TokenError}
 */
export async function readCaller(
  c: Context<ServerEnv>,
  authenticator: Authenticator,
): Promise<StorageCaller> {
  const { role, claims } = await authenticator.authenticate(
    c.req.header('apikey'),
    c.req.header('authorization'),
  );
  return {
    scope: { role, claims, method: c.req.method, path: c.req.path },
    owner: ownerOf(claims.sub ?? null),
  };
}

/** @param subject the `sub` of the token; null for an API key */
export function ownerOf(subject: string | null): Owner {
  return { id: subject, uuid: subject !== null && UUID.test(subject) ? subject : null };
}
