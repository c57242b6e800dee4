import type { Context, Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { hashPassword, matchesPassword } from '../../security/password-hash.ts';
import { type AdminRow, changeAdmins, requireAdmin, setAdminPassword } from '../data/admins.ts';
import { countFailure, failureWait, forgetFailures, type Subject } from '../data/attempts.ts';
import type { OrganiserDeps } from '../deps.ts';
import { OrganiserError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';
import { networkOf } from '../http/recorded.ts';
import { checkAdminPassword, givenCode, givenPassword } from '../rules/admin-fields.ts';
import { beginApp, removeApp, tooManyAttempts, useCode } from '../services/own-code.ts';

const BODY_BYTES = 8192;
const passwordSchema = z.strictObject({ current: givenPassword, password: givenPassword });
const currentSchema = z.strictObject({ current: givenPassword });
const codeSchema = z.strictObject({ code: givenCode });

/** PUT /me/password: ends the administrator's other sessions. @throws {OrganiserError} 403 wrong_password, 422 weak_password, 429 */
export function setOwnPasswordRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { current, password } = passwordSchema.parse(await readJson(c, BODY_BYTES));
    const { id } = await provePassword(deps, c, current);
    checkAdminPassword(password);
    const passwordHash = await hashPassword(password);
    await changeAdmins(deps.db, id, (tx) => setAdminPassword(tx, id, passwordHash, actingAdmin(c).sessionId));
    return c.body(null, 204);
  };
}

/** POST /me/app: begins an authenticator app. @throws {OrganiserError} 403 wrong_password, 409 code_exists, 429 */
export function beginAppRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { current } = currentSchema.parse(await readJson(c, BODY_BYTES));
    const admin = await provePassword(deps, c, current);
    return c.json(await beginApp(deps, admin), 201);
  };
}

/** PUT /me/app: proves it with a code, which is asked for from then on. @throws {OrganiserError} 403 wrong_code, 409 no app, 429 */
export function proveAppRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { code } = codeSchema.parse(await readJson(c, BODY_BYTES));
    const admin = await requireAdmin(deps.db, actingAdmin(c).id);
    if (admin.totpSecret === null) {
      throw new OrganiserError(409, 'conflict', 'No authenticator app was begun');
    }
    try {
      await useCode(deps, admin, code, networkOf(c, deps.config));
    } catch (error) {
      // The session continues.
      if (!(error instanceof OrganiserError) || error.status !== 401) throw error;
      throw new OrganiserError(403, error.code, error.message);
    }
    return c.body(null, 204);
  };
}

/** POST /me/app/removal @throws {OrganiserError} 403 wrong_password, 429 */
export function removeAppRoute(deps: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { current } = currentSchema.parse(await readJson(c, BODY_BYTES));
    const { id } = await provePassword(deps, c, current);
    await removeApp(deps, id);
    return c.body(null, 204);
  };
}

/**
 * Verifies that the holder of the session knows the password. After too many failures even the
 * right one must wait: the limit counts this session only, so it locks out no other user.
 * @throws {OrganiserError} 403 wrong_password, 429
 */
async function provePassword(
  { db, config, securityLog }: OrganiserDeps,
  c: Context<ServerEnv>,
  password: string,
): Promise<AdminRow> {
  const admin = await requireAdmin(db, actingAdmin(c).id);
  const subjects: Subject[] = [`name own ${admin.id}`];
  const wait = await failureWait(db, subjects);
  if (wait > 0) throw tooManyAttempts(wait);
  if (await matchesPassword(password, admin.passwordHash)) {
    await forgetFailures(db, subjects);
    return admin;
  }
  securityLog.record({
    event: 'admin_sign_in_failed',
    actor: admin.name,
    network: networkOf(c, config),
    reason: 'wrong_current_password',
  });
  const over = await countFailure(db, subjects);
  if (over > 0) throw tooManyAttempts(over);
  throw new OrganiserError(403, 'wrong_password', 'The present password is not right');
}
