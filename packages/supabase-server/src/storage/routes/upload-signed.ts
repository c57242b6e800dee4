import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readSigner } from '../http/caller.ts';
import { readObjectPath } from '../http/object-path.ts';
import { verifyUpload } from '../services/file-tokens.ts';
import { storeUpload } from '../services/store-object.ts';
import { withIncomingFile } from '../upload/with-incoming-file.ts';

/**
 * PUT /object/upload/sign/{bucket}/{key}?token=. The token decides on overwriting; row-level
 * security decides again, as the token's signer, whether the object may be added.
 */
export function uploadSignedRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, 'object/upload/sign');
    const { upsert, signer } = await verifyUpload(deps.signingKeys, path, c.req.query('token'));
    const writer = await readSigner(c, deps.db, signer, 'storage.object.upload_signed');
    if (!writer) throw storageErrors.accessDenied('The account that signed this link has ended its session');
    return withIncomingFile(c, async (file) => {
      const { id, fullPath } = await storeUpload(deps, path, file, writer, upsert);
      return c.json({ Id: id, Key: fullPath });
    });
  };
}
