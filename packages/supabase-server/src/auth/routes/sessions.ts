import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { callerOf } from '../http/caller.ts';
import { requireUser } from '../http/require-user.ts';
import { endSession, listOwnSessions } from '../services/end-session.ts';

/** GET /sessions: {sessions: [{id, created_at, last_seen_at, aal, user_agent, current}]} */
export function listSessionsRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => c.json({ sessions: await listOwnSessions(deps, await requireUser(c, deps)) });
}

/** DELETE /sessions/{id}: 204 */
export function endSessionRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const caller = await requireUser(c, deps);
    await endSession(deps, { caller, id: c.req.param('id') ?? '' }, callerOf(c, deps));
    return c.body(null, 204);
  };
}
