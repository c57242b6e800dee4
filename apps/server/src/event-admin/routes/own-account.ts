import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { hashPassword, matchesPassword } from '@dragoman/supabase-server/security/password-hash';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import { type AdminRow, changeAdmins, requireAdmin, setAdminPassword } from '../data/admins.ts';
import { countFailure, failureWait, forgetFailures, type Subject } from '../data/attempts.ts';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';
import { networkOf } from '../http/record-action.ts';
import { checkAdminPassword, givenCode, givenPassword } from '../rules/admin-fields.ts';
import {
  beginAuthenticatorApp,
  removeAuthenticatorApp,
  tooManyAttempts,
  useCode,
} from '../services/own-authenticator-app.ts';

const BODY_BYTES = 8192;
const passwordSchema = z.strictObject({ current: givenPassword, password: givenPassword });
const currentSchema = z.strictObject({ current: givenPassword });
const codeSchema = z.strictObject({ code: givenCode });

/**
 * PUT /me/password: ends the administrator's other sessions.
 * @throws {EventAdminError} 403 wrong_password, 422 weak_password, 429
 */
export function setOwnPasswordRoute(deps: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { current, password } = passwordSchema.parse(await readJson(c, BODY_BYTES));
    const { id } = await provePassword(deps, c, current);
    checkAdminPassword(password);
    const passwordHash = await hashPassword(password);
    await changeAdmins(deps.db, id, (tx) => setAdminPassword(tx, id, passwordHash, actingAdmin(c).sessionId));
    return c.body(null, 204);
  };
}

/**
 * POST /me/app: begins an authenticator app.
 * @throws {EventAdminError} 403 wrong_password, 409 code_exists, 429
 */
export function beginAppRoute(deps: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { current } = currentSchema.parse(await readJson(c, BODY_BYTES));
    const admin = await provePassword(deps, c, current);
    return c.json(await beginAuthenticatorApp(deps, admin), 201);
  };
}

/**
 * PUT /me/app: proves it with a code, which is asked for from then on.
 * @throws {EventAdminError} 403 wrong_code, 409 no app, 429
 */
export function proveAppRoute(deps: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { code } = codeSchema.parse(await readJson(c, BODY_BYTES));
    const admin = await requireAdmin(deps.db, actingAdmin(c).id);
    if (admin.totpSecret === null) {
      throw new EventAdminError(409, 'conflict', 'No authenticator app was begun');
    }
    try {
      await useCode(deps, admin, code, networkOf(c, deps.config));
    } catch (error) {
      // The session continues.
      if (!(error instanceof EventAdminError) || error.status !== 401) throw error;
      throw new EventAdminError(403, error.code, error.message);
    }
    return c.body(null, 204);
  };
}

/** POST /me/app/removal @throws {EventAdminError} 403 wrong_password, 429 */
export function removeAppRoute(deps: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { current } = currentSchema.parse(await readJson(c, BODY_BYTES));
    const { id } = await provePassword(deps, c, current);
    await removeAuthenticatorApp(deps, id);
    return c.body(null, 204);
  };
}

/**
 * Verifies that the holder of the session knows the password. After too many failures even the
 * right one must wait: the limit counts this session only, so it locks out no other user.
 * @throws {EventAdminError} 403 wrong_password, 429
 */
async function provePassword(
  { db, config, securityLog }: EventAdminDeps,
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
  throw new EventAdminError(403, 'wrong_password', 'The present password is not right');
}
