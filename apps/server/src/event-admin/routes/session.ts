import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Handler } from 'hono';
import { z } from 'zod';
import { adminSecretHash } from '../data/admin-secret.ts';
import { hasAdmin } from '../data/admins.ts';
import { closeSession } from '../data/sessions.ts';
import type { EventAdminDeps } from '../deps.ts';
import { currentSession } from '../http/guards.ts';
import { networkOf } from '../http/record-action.ts';
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
  // Trimmed like the environment's value, because a copied secret may include a space.
  secret: z.string().trim().min(1).max(1000),
  name: adminName,
  password: givenPassword,
});

/** GET /session: always 200, since the page does not know yet whether it has a session. */
export function getSessionRoute(deps: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const session = await currentSession(deps, c);
    if (session) {
      const { name, hasCode } = session.admin;
      return c.json({ state: 'open', endsAt: session.endsAt, admin: { name, hasCode } });
    }
    if ((await adminSecretHash(deps.db)) === null) return c.json({ state: 'no_secret' });
    return c.json({ state: (await hasAdmin(deps.db)) ? 'signed_out' : 'first_admin' });
  };
}

/**
 * POST /session: opens one for an administrator.
 * @throws {EventAdminError} as {@link signInAdmin}
 */
export function openSessionRoute(deps: SignInDeps): Handler<ServerEnv> {
  return async (c) => {
    const { name, password, code } = bodySchema.parse(await readJson(c, BODY_BYTES));
    const given = { name, password, code: code || null };
    setSessionCookie(c, deps.config, await signInAdmin(deps, given, networkOf(c, deps.config)));
    return c.body(null, 204);
  };
}

/**
 * POST /session/first: creates the first administrator.
 * @throws {EventAdminError} as {@link createFirstAdmin}
 */
export function firstAdminRoute(deps: SignInDeps): Handler<ServerEnv> {
  return async (c) => {
    const given = firstSchema.parse(await readJson(c, BODY_BYTES));
    setSessionCookie(c, deps.config, await createFirstAdmin(deps, given, networkOf(c, deps.config)));
    return c.body(null, 204);
  };
}

/** DELETE /session */
export function closeSessionRoute(deps: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const session = await currentSession(deps, c);
    if (session) await closeSession(deps.db, session.id);
    dropSessionCookie(c);
    return c.body(null, 204);
  };
}
