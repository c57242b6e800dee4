import type { Context } from 'hono';
import type { Database } from '../../db/database.ts';
import type { RequestScope } from '../../db/database-types.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { Authenticator } from '../../keys/api-keys.ts';
import type { Claims } from '../../keys/signing-keys.ts';
import type { Owner } from '../data/objects.ts';
import { findSignerClaims, type Signer } from '../data/signers.ts';

/** The identity that a storage call acts as. */
export interface StorageCaller {
  scope: RequestScope & { claims: Claims };
  owner: Owner;
}

/**
 * A call's operation under Supabase's name for policies: `storage.operation()`. Public downloads
 * are not among them, since no policy decides on them.
 */
export type StorageOperation =
  | `storage.bucket.${'create' | 'list' | 'get' | 'update' | 'delete' | 'empty'}`
  | `storage.object.${'upload' | 'upload_update' | 'upload_signed' | 'sign_upload_url'}`
  | `storage.object.${'get_authenticated' | 'get_signed' | 'sign' | 'sign_many'}`
  | `storage.object.${'list' | 'list_v2' | 'copy' | 'move' | 'delete' | 'delete_many'}`
  | `storage.tus.upload.${'create' | 'part' | 'get' | 'delete'}`
  | 'object.get_authenticated_info'
  | 'object.head_authenticated_info';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The caller by key and token.
 * @throws {MissingApiKeyError} @throws {TokenError}
 */
export async function readCaller(
  c: Context<ServerEnv>,
  authenticator: Authenticator,
  operation: StorageOperation,
): Promise<StorageCaller> {
  const { claims } = await authenticator.authenticate(
    c.req.header('apikey'),
    c.req.header('authorization'),
    c.env.incoming,
  );
  return callerOf(c, claims, operation);
}

/**
 * The signer of a link as the caller of the request that uses it.
 * @returns null when the signer's session has ended or the account was deleted
 */
export async function readSigner(
  c: Context<ServerEnv>,
  db: Database,
  signer: Signer,
  operation: StorageOperation,
): Promise<StorageCaller | null> {
  const claims = await findSignerClaims(db, signer);
  return claims && callerOf(c, claims, operation);
}

function callerOf(c: Context<ServerEnv>, claims: Claims, operation: StorageOperation): StorageCaller {
  return {
    scope: { role: claims.role, claims, method: c.req.method, path: c.req.path, operation },
    owner: ownerOf(claims.sub ?? null),
  };
}

/** @param subject the `sub` of the token; null for an API key */
function ownerOf(subject: string | null): Owner {
  return { id: subject, uuid: subject !== null && UUID.test(subject) ? subject : null };
}
