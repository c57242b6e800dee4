import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context, MiddlewareHandler } from 'hono';
import { findSession, type OpenSession } from '../data/sessions.ts';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';
import { setActingAdmin } from './acting-admin.ts';
import { dropSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';

/** `page`: a user's action; `poll`: an open page refreshes by itself. */
const HEADER = 'x-organiser';

/**
 * Admits requests of the admin dashboard alone. Other sites cannot send the header: a browser asks
 * first, and nothing here answers such questions. The cookie is SameSite=Strict besides.
 */
export function requireOwnPage(): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const site = c.req.header('sec-fetch-site');
    const known = ['page', 'poll'].includes(c.req.header(HEADER) ?? '');
    if (!known || (site !== undefined && site !== 'same-origin')) {
      throw new EventAdminError(403, 'not_from_the_page', `Requests need the header ${HEADER}: page`);
    }
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    await next();
  };
}

/**
 * @returns the caller's session, whose cookie is replaced when it is old; null when none is open
 */
export async function currentSession(
  { db, config }: Pick<EventAdminDeps, 'db' | 'config'>,
  c: Context<ServerEnv>,
): Promise<OpenSession | null> {
  const token = readSessionCookie(c);
  if (token === undefined) return null;
  const session = await findSession(db, token, c.req.header(HEADER) === 'page');
  if (!session) dropSessionCookie(c);
  else if (session.freshToken !== null) setSessionCookie(c, config, session.freshToken);
  return session;
}

/** Requires a signed-in administrator, and passes on who that is. */
export function requireEventAdmin(deps: Pick<EventAdminDeps, 'db' | 'config'>): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const session = await currentSession(deps, c);
    if (!session) throw new EventAdminError(401, 'signed_out', 'No administrator is signed in');
    setActingAdmin(c, { id: session.admin.id, name: session.admin.name, sessionId: session.id });
    await next();
  };
}
