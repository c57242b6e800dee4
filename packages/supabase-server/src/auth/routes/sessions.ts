import type { Hono } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { requireUser } from '../http/require-user.ts';
import { endSession, listOwnSessions, SIGN_OUT_SCOPES, signOut } from '../services/sessions.ts';

const scopeSchema = z.enum(SIGN_OUT_SCOPES);

/** The sessions of the caller. */
export function addSessionRoutes(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  routes.post('/logout', async (c) => {
    const caller = await requireUser(c, deps);
    const scope = scopeSchema.safeParse(c.req.query('scope') || 'global');
    if (!scope.success) throw validationFailed(`scope: must be one of ${SIGN_OUT_SCOPES.join(', ')}`);
    await signOut(deps, caller, scope.data, callerOf(c, deps));
    return c.body(null, 204);
  });

  // {sessions: [{id, created_at, last_seen_at, aal, user_agent, current}]}.
  routes.get('/sessions', async (c) =>
    c.json({ sessions: await listOwnSessions(deps, await requireUser(c, deps)) }),
  );

  // 204.
  routes.delete('/sessions/:id', async (c) => {
    const caller = await requireUser(c, deps);
    await endSession(deps, { caller, id: c.req.param('id') }, callerOf(c, deps));
    return c.body(null, 204);
  });
}
