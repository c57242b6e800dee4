import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { type Reader, readAs, readAsOwner } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller, type StorageOperation } from '../http/caller.ts';
import type { Audience } from './serve-object.ts';

export interface OpenBucket {
  read: Reader;
  audience: Audience;
}

/**
 * The access path of a reader: `public` asks no key, `authenticated` always does, `any` asks one
 * for a private bucket.
 */
export type BucketAccess = 'any' | 'public' | 'authenticated';

/**
 * Determines the role that reads a bucket's objects.
 * @param operation what policies are told, where they decide
 * @throws {StorageError} NoSuchBucket; with public access also for a private one
 * @throws {MissingApiKeyError} @throws {TokenError}
 */
export async function openBucket(
  deps: StorageDeps,
  c: Context<ServerEnv>,
  bucket: string,
  access: BucketAccess,
  operation: StorageOperation,
): Promise<OpenBucket> {
  // Checked before the bucket, so that a caller without a key does not learn here which buckets
  // exist.
  const caller = access === 'authenticated' ? await readCaller(c, deps.authenticator, operation) : null;
  const rules = await findBucketRules(deps.db, bucket);
  if (rules.public && !caller) return { read: readAsOwner(deps.db), audience: { shared: true } };
  if (access === 'public') throw storageErrors.noBucket();
  const { scope } = caller ?? (await readCaller(c, deps.authenticator, operation));
  return { read: readAs(deps.db, scope), audience: { shared: false } };
}
