import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { readAs } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readSigner } from '../http/caller.ts';
import { readObjectPath } from '../http/object-path.ts';
import { verifyDownload } from '../services/file-tokens.ts';
import { serveObject } from '../services/serve-object.ts';

/**
 * GET and HEAD /object/sign/{bucket}/{key}?token=. The token names who signed the link; row-level
 * security decides again, as that signer, whether the object may be read.
 */
export function getSignedObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, 'object/sign');
    const { signer, until } = await verifyDownload(deps.signingKeys, path, c.req.query('token'));
    const caller = await readSigner(c, deps.db, signer, 'storage.object.get_signed');
    if (!caller) throw storageErrors.noObject();
    return serveObject(deps, c, path, readAs(deps.db, caller.scope), { shared: false, until });
  };
}
