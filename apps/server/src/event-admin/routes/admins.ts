import { readJson } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { hashPassword } from '@dragoman/supabase-server/security/password-hash';
import type { Context, Handler } from 'hono';
import { z } from 'zod';
import {
  changeAdmins,
  deleteAdmin,
  insertAdmin,
  listAdmins,
  requireAdmin,
  resetAdmin,
  setAdminDisabled,
} from '../data/admins.ts';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';
import { adminName, checkAdminPassword, givenPassword } from '../rules/admin-fields.ts';

const BODY_BYTES = 8192;
const addSchema = z.strictObject({ name: adminName, password: givenPassword });
const disableSchema = z.strictObject({ disabled: z.boolean() });
const resetSchema = z.strictObject({ password: givenPassword });

/** GET /admins */
export function getAdminsRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => c.json({ admins: await listAdmins(db), you: actingAdmin(c).id });
}

/**
 * POST /admins: adds one, with a password that they change later.
 * @throws {EventAdminError} 409 name_taken, 422 weak_password
 */
export function addAdminRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { name, password } = addSchema.parse(await readJson(c, BODY_BYTES));
    checkAdminPassword(password);
    const passwordHash = await hashPassword(password);
    const id = await changeAdmins(db, actingAdmin(c).id, (tx) => insertAdmin(tx, { name, passwordHash }));
    actingAdmin(c).target = name;
    return c.json({ id }, 201);
  };
}

/**
 * PUT /admins/:id: disables one, or lets them in again.
 * @throws {EventAdminError} 404, 409 last_admin
 */
export function disableAdminRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { disabled } = disableSchema.parse(await readJson(c, BODY_BYTES));
    const { name } = await changeAdmins(db, actingAdmin(c).id, async (tx) => {
      const admin = await requireAdmin(tx, idOf(c));
      await setAdminDisabled(tx, admin.id, disabled);
      return admin;
    });
    actingAdmin(c).action = disabled ? 'admin_disabled' : 'admin_enabled';
    actingAdmin(c).target = name;
    return c.body(null, 204);
  };
}

/**
 * POST /admins/:id/reset: gives a locked-out administrator a new password, and removes their
 * authenticator app.
 * @throws {EventAdminError} 404, 422 weak_password
 */
export function resetAdminRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { password } = resetSchema.parse(await readJson(c, BODY_BYTES));
    checkAdminPassword(password);
    const passwordHash = await hashPassword(password);
    const { name } = await changeAdmins(db, actingAdmin(c).id, async (tx) => {
      const admin = await requireAdmin(tx, idOf(c));
      // A stolen session alone must not suffice to change the password without the current one.
      if (admin.id === actingAdmin(c).id) {
        throw new EventAdminError(403, 'wrong_password', 'Change your own password with the present one');
      }
      await resetAdmin(tx, admin.id, passwordHash);
      return admin;
    });
    actingAdmin(c).target = name;
    return c.body(null, 204);
  };
}

/** DELETE /admins/:id @throws {EventAdminError} 404, 409 last_admin */
export function removeAdminRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    const { name } = await changeAdmins(db, actingAdmin(c).id, async (tx) => {
      const admin = await requireAdmin(tx, idOf(c));
      await deleteAdmin(tx, admin.id);
      return admin;
    });
    actingAdmin(c).target = name;
    return c.body(null, 204);
  };
}

/** @throws {EventAdminError} 404 */
function idOf(c: Context<ServerEnv>): string {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw new EventAdminError(404, 'not_found', 'There is no such administrator');
  return id.data;
}
