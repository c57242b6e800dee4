import type { Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { hasAdmin } from '../data/admins.ts';
import { secretHash } from '../data/secret.ts';
import { closeSession } from '../data/sessions.ts';
import type { OrganiserDeps } from '../deps.ts';
import { currentSession } from '../http/guards.ts';
import { networkOf } from '../http/recorded.ts';
import { dropSessionCookie, setSessionCookie } from '../http/session-cookie.ts';
import { adminName, givenCode, givenName, givenPassword } from '../rules/admin-fields.ts';
import { createFirstAdmin, type SignInDeps, signInAdmin } from '../services/sign-in.ts';

const BODY_BYTES = 8192;
const bodySchema = z.strictObject({
  name: givenName,
  password: givenPassword,
  code: givenCode.nullish(),
});
const firstSchema = z.strictObject({
  // As the environment's was read: who copies it may copy a space.
  secret: z.string().trim().min(1).max(1000),
  name: adminName,
  password: givenPassword,
});

/** GET /session: 200 whatever it is, since a page asks that does not know yet. */
export function getSessionRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const session = await currentSession(deps, c);
    if (session) {
      const { name, hasCode } = session.admin;
      return c.json({ state: 'open', endsAt: session.endsAt, admin: { name, hasCode } });
    }
    if ((await secretHash(deps.db)) === null) return c.json({ state: 'no_secret' });
    return c.json({ state: (await hasAdmin(deps.db)) ? 'signed_out' : 'first_admin' });
  };
}

/** POST /session: opens one for an administrator. @throws {OrganiserError} as {@link signInAdmin} */
export function openSessionRoute(deps: SignInDeps): Handler<ServerEnv> {
  return async (c) => {
    const { name, password, code } = bodySchema.parse(await readJson(c, BODY_BYTES));
    const given = { name, password, code: code || null };
    setSessionCookie(c, deps.config, await signInAdmin(deps, given, networkOf(c, deps.config)));
    return c.body(null, 204);
  };
}

/** POST /session/first: creates the first administrator. @throws {OrganiserError} as {@link createFirstAdmin} */
export function firstAdminRoute(deps: SignInDeps): Handler<ServerEnv> {
  return async (c) => {
    const given = firstSchema.parse(await readJson(c, BODY_BYTES));
    setSessionCookie(c, deps.config, await createFirstAdmin(deps, given, networkOf(c, deps.config)));
    return c.body(null, 204);
  };
}

/** DELETE /session */
export function closeSessionRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const session = await currentSession(deps, c);
    if (session) await closeSession(deps.db, session.id);
    dropSessionCookie(c);
    return c.body(null, 204);
  };
}
