import type { Context } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { findObject, readAs } from '../data/objects.ts';
import { type Signer, signerOf } from '../data/signers.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';
import { type ObjectPath, readObjectPath } from '../http/object-path.ts';
import { readInput } from '../http/read-input.ts';
import { isObjectKey } from '../rules/object-key.ts';
import { signDownload } from '../services/file-tokens.ts';

const expiresIn = z.number().int().min(1);
const oneSchema = z.object({ expiresIn, transform: z.record(z.string(), z.unknown()).nullish() });
const manySchema = z.object({ expiresIn, paths: z.array(z.string()).min(1).max(1000) });

/**
 * POST /object/sign/{bucket}/{key}: a link that gives its holder the object, created by a user who
 * may read it now.
 */
export function signDownloadRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, deps.authenticator, 'storage.object.sign');
    const path = readObjectPath(c, 'object/sign');
    const input = await readInput(c, oneSchema, deps.config.limits.bodyBytes);
    requireLife(deps, input.expiresIn);
    if (input.transform && Object.keys(input.transform).length > 0) {
      throw storageErrors.unsupported('This server does not transform images');
    }
    await findBucketRules(deps.db, path.bucket);
    await findObject(readAs(deps.db, scope), path.bucket, path.key);
    const signer = signerOf(scope.claims);
    return c.json({ signedURL: await signedUrl(deps, path, signer, input.expiresIn) });
  };
}

/**
 * POST /object/sign/{bucket}: links for many; each name that the caller may not read has an error
 * instead.
 */
export function signDownloadsRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, deps.authenticator, 'storage.object.sign_many');
    const bucket = c.req.param('bucket') as string;
    const { expiresIn: seconds, paths } = await readInput(c, manySchema, deps.config.limits.bodyBytes);
    requireLife(deps, seconds);
    const signer = signerOf(scope.claims);
    const rows = await readAs(deps.db, scope)<{ name: string }>(
      'select name from storage.objects where bucket_id = $1 and name = any($2)',
      [bucket, paths.filter(isObjectKey)],
    );
    const readable = new Set(rows.map(({ name }) => name));
    return c.json(
      await Promise.all(
        paths.map(async (key) =>
          readable.has(key)
            ? { path: key, error: null, signedURL: await signedUrl(deps, { bucket, key }, signer, seconds) }
            : {
                path: key,
                error: 'Either the object does not exist or you do not have access to it',
                signedURL: null,
              },
        ),
      ),
    );
  };
}

/**
 * @throws {StorageError} InvalidRequest for a link that would live longer than the server allows
 */
function requireLife({ config }: StorageDeps, seconds: number): void {
  const most = config.storage.signedUrlMaxSeconds;
  if (seconds > most) throw storageErrors.request(`body/expiresIn: must be at most ${most} seconds`);
}

/** Relative to the service, and not percent-encoded: the official client does both. */
async function signedUrl(
  { signingKeys }: StorageDeps,
  path: ObjectPath,
  signer: Signer,
  seconds: number,
): Promise<string> {
  const token = await signDownload(signingKeys, path, signer, seconds);
  return `/object/sign/${path.bucket}/${path.key}?token=${token}`;
}
