import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { requireUser } from '../http/require-user.ts';
import { SIGN_OUT_SCOPES, signOut } from '../services/sign-out.ts';

const scopeSchema = z.enum(SIGN_OUT_SCOPES);

/** POST /logout?scope=global|local|others */
export function logoutRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const caller = await requireUser(c, deps);
    const scope = scopeSchema.safeParse(c.req.query('scope') || 'global');
    if (!scope.success) throw validationFailed(`scope: must be one of ${SIGN_OUT_SCOPES.join(', ')}`);
    await signOut(deps, caller, scope.data, callerOf(c, deps));
    return c.body(null, 204);
  };
}
