import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { type Reader, readAs, readAsOwner } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';
import type { Audience } from './serve-object.ts';

export interface OpenBucket {
  read: Reader;
  audience: Audience;
}

/** By which door a reader comes: `public` asks no key, `authenticated` always does, `any` asks one for a private bucket. */
export type Door = 'any' | 'public' | 'authenticated';

/**
 * Determines the role that reads a bucket's objects.
 * @throws {StorageError} NoSuchBucket; by the public door also for a private one
 * @throws {MissingApiKeyError} @throws {TokenError}
 */
export async function openBucket(
  deps: StorageDeps,
  c: Context<ServerEnv>,
  bucket: string,
  door: Door,
): Promise<OpenBucket> {
  // Checked before the bucket, so that a caller without a key does not learn here which buckets
  // exist.
  const caller = door === 'authenticated' ? await readCaller(c, deps.authenticator) : null;
  const rules = await findBucketRules(deps.db, bucket);
  if (rules.public && !caller) return { read: readAsOwner(deps.db), audience: { shared: true } };
  if (door === 'public') throw storageErrors.noBucket();
  const { scope } = caller ?? (await readCaller(c, deps.authenticator));
  return { read: readAs(deps.db, scope), audience: { shared: false } };
}
