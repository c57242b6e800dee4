import type { Context } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import { findBucketRules } from '../data/buckets.ts';
import { readAs, readAsOwner } from '../data/objects.ts';
import type { StorageDeps } from '../deps.ts';
import { storageErrors } from '../errors.ts';
import { readCaller } from '../http/caller.ts';
import { readObjectPath } from '../http/object-path.ts';
import { serveObject } from '../services/serve-object.ts';

/** GET and HEAD /object/{bucket}/{key}: a public bucket's files for everybody, others as row-level security says. */
export function getObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, 'object');
    const rules = await findBucketRules(deps.db, path.bucket);
    if (rules.public) return serveObject(deps, c, path, readAsOwner(deps.db), { shared: true });
    const { scope } = await readCaller(c, deps.authenticator);
    return serveObject(deps, c, path, readAs(deps.db, scope), { shared: false });
  };
}

/** GET and HEAD /object/authenticated/{bucket}/{key}: always as row-level security says. */
export function getAuthenticatedObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const { scope } = await readCaller(c, deps.authenticator);
    const path = readObjectPath(c, 'object/authenticated');
    await findBucketRules(deps.db, path.bucket);
    return serveObject(deps, c, path, readAs(deps.db, scope), { shared: false });
  };
}

/** GET and HEAD /object/public/{bucket}/{key}: no key asked; a private bucket is as good as none. */
export function getPublicObjectRoute(deps: StorageDeps) {
  return async (c: Context<ServerEnv>) => {
    const path = readObjectPath(c, 'object/public');
    const rules = await findBucketRules(deps.db, path.bucket);
    if (!rules.public) throw storageErrors.noBucket();
    return serveObject(deps, c, path, readAsOwner(deps.db), { shared: true });
  };
}
