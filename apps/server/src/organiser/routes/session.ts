import type { Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { clientAddress, type ServerEnv } from '../../http/request-info.ts';
import { countAttempt, forgetAttempts } from '../data/attempts.ts';
import { matchesSecret, secretHash } from '../data/secret.ts';
import { closeSession, openSession } from '../data/sessions.ts';
import type { OrganiserDeps } from '../deps.ts';
import { OrganiserError } from '../errors.ts';
import { currentSession } from '../http/guards.ts';
import { dropSessionCookie, setSessionCookie } from '../http/session-cookie.ts';

const BODY_BYTES = 4096;
const bodySchema = z.strictObject({ secret: z.string().min(1).max(1000) });

/** GET /session: 200 whatever it is, since a page asks that does not know yet. */
export function getSessionRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const session = await currentSession(deps, c);
    if (session) return c.json({ state: 'open', endsAt: session.endsAt });
    return c.json({ state: (await secretHash(deps.db)) === null ? 'no_secret' : 'signed_out' });
  };
}

/** POST /session: opens one for the secret. @throws {OrganiserError} 401, 409 without a secret, 429 */
export function openSessionRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { secret } = bodySchema.parse(await readJson(c, BODY_BYTES));
    const stored = await secretHash(deps.db);
    if (stored === null) throw new OrganiserError(409, 'no_secret', 'No organiser secret has been set');
    const network = clientNetwork(clientAddress(c, deps.config));
    await countAttempt(deps.db, network);
    // As the environment's was read: who copies it may copy a space.
    const token = (await matchesSecret(stored, secret.trim())) ? await openSession(deps.db, stored) : null;
    if (token === null) {
      deps.log.warn({}, 'a wrong organiser secret was given');
      throw new OrganiserError(401, 'wrong_secret', 'That is not the secret');
    }
    await forgetAttempts(deps.db, network);
    setSessionCookie(c, deps.config, token);
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
