import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { signerOf } from '../data/signers.ts';
import type { StorageDeps } from '../deps.ts';
import { readCaller } from '../http/caller.ts';
import { readObjectPath } from '../http/object-path.ts';
import { signUpload } from '../services/file-tokens.ts';
import { newObject, requireFutureWriteRight } from '../services/store-object.ts';

/**
 * POST /object/upload/sign/{bucket}/{key}: a link for one upload, created by a user who may add the
 * object now.
 */
export function signUploadRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const caller = await readCaller(c, deps.authenticator, 'storage.object.sign_upload_url');
    const path = readObjectPath(c, 'object/upload/sign');
    const upsert = c.req.header('x-upsert') === 'true';
    await findBucketRules(deps.db, path.bucket);
    const trial = newObject(path.bucket, path.key, caller.owner);
    await requireFutureWriteRight(deps, trial, caller, upsert);
    const grant = { upsert, signer: signerOf(caller.scope.claims) };
    const token = await signUpload(deps.signingKeys, path, grant, deps.config.storage.uploadUrlSeconds);
    return c.json({ url: `/object/upload/sign/${path.bucket}/${path.key}?token=${token}`, token });
  };
}
