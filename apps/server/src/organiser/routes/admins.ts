import type { Context, Handler } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { hashPassword } from '../../security/password-hash.ts';
import {
  changeAdmins,
  deleteAdmin,
  insertAdmin,
  listAdmins,
  requireAdmin,
  resetAdmin,
  setAdminDisabled,
} from '../data/admins.ts';
import type { OrganiserDeps } from '../deps.ts';
import { OrganiserError } from '../errors.ts';
import { actingAdmin } from '../http/acting-admin.ts';
import { adminName, checkAdminPassword, givenPassword } from '../rules/admin-fields.ts';

const BODY_BYTES = 8192;
const addSchema = z.strictObject({ name: adminName, password: givenPassword });
const disableSchema = z.strictObject({ disabled: z.boolean() });
const resetSchema = z.strictObject({ password: givenPassword });

/** GET /admins */
export function getAdminsRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => c.json({ admins: await listAdmins(db), you: actingAdmin(c).id });
}

/** POST /admins: adds one, with a password that they change later. @throws {OrganiserError} 409 name_taken, 422 weak_password */
export function addAdminRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { name, password } = addSchema.parse(await readJson(c, BODY_BYTES));
    checkAdminPassword(password);
    const passwordHash = await hashPassword(password);
    const id = await changeAdmins(db, actingAdmin(c).id, (tx) => insertAdmin(tx, { name, passwordHash }));
    actingAdmin(c).target = name;
    return c.json({ id }, 201);
  };
}

/** PUT /admins/:id: disables one, or lets them in again. @throws {OrganiserError} 404, 409 last_admin */
export function disableAdminRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
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
 * POST /admins/:id/reset: gives one who is locked out a new password, and takes their authenticator app away.
 * @throws {OrganiserError} 404, 422 weak_password
 */
export function resetAdminRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
  return async (c) => {
    const { password } = resetSchema.parse(await readJson(c, BODY_BYTES));
    checkAdminPassword(password);
    const passwordHash = await hashPassword(password);
    const { name } = await changeAdmins(db, actingAdmin(c).id, async (tx) => {
      const admin = await requireAdmin(tx, idOf(c));
      // Who holds a session alone must not get around the present password.
      if (admin.id === actingAdmin(c).id) {
        throw new OrganiserError(403, 'wrong_password', 'Change your own password with the present one');
      }
      await resetAdmin(tx, admin.id, passwordHash);
      return admin;
    });
    actingAdmin(c).target = name;
    return c.body(null, 204);
  };
}

/** DELETE /admins/:id @throws {OrganiserError} 404, 409 last_admin */
export function removeAdminRoute({ db }: OrganiserDeps): Handler<ServerEnv> {
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

/** @throws {OrganiserError} 404 */
function idOf(c: Context<ServerEnv>): string {
  const id = z.uuid().safeParse(c.req.param('id'));
  if (!id.success) throw new OrganiserError(404, 'not_found', 'There is no such administrator');
  return id.data;
}
