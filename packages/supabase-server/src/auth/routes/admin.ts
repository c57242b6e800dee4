import type { Hono } from 'hono';
import { z } from 'zod';
import { readJson } from '../../http/body.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import { listUsers } from '../data/admin-users.ts';
import { listPasskeys } from '../data/passkeys.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { factorBody, passkeyBody, userBody } from '../http/bodies.ts';
import { linkRequest } from '../http/caller.ts';
import { optionalText, readParams, userData } from '../http/params.ts';
import { requireAdmin } from '../http/require-key.ts';
import { parseDuration } from '../rules/duration.ts';
import {
  type AdminUserParams,
  createUser,
  removeFactor,
  removeUser,
  requireUserById,
  updateUser,
} from '../services/admin-users.ts';
import { ADMIN_LINK_TYPES, generateLink, inviteUser } from '../services/generate-link.ts';
import { removePasskeyAsAdmin } from '../services/passkeys.ts';

/** A hash that `Passwords.verify` can check. */
const ARGON2ID =
  /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/;
const ROLE = /^[a-z_][a-z0-9_]{0,62}$/;

/** Fields that POST and PUT of /admin/users share. */
const adminUserFields = {
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText.refine((value) => value === null || ARGON2ID.test(value), {
    error: 'must be an Argon2id hash in PHC form',
  }),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: userData,
  app_metadata: userData,
  role: optionalText.refine((value) => value === null || ROLE.test(value), {
    error: 'must be the name of a database role',
  }),
  ban_duration: optionalText.transform((value, ctx) => {
    if (value === null) return null;
    const seconds = value === 'none' ? 0 : parseDuration(value);
    if (seconds === null) ctx.addIssue({ code: 'custom', message: 'must be none or a duration such as 24h' });
    return seconds;
  }),
};

const adminUserSchema = z.object(adminUserFields);

const invitationSchema = z.object({ email: optionalText, data: userData });

const linkSchema = z.object({
  type: z.enum(ADMIN_LINK_TYPES, { error: `must be one of ${ADMIN_LINK_TYPES.join(', ')}` }),
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: userData,
});

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;
const MAX_PAGE = 1_000_000;

const newUserSchema = z.object({ ...adminUserFields, id: z.uuid('must be a UUID').nullish() });

const deletionSchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** Calls that need the secret key. */
export function addAdminRoutes(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  const admin = requireAdmin(deps);

  routes.post('/invite', admin, async (c) => {
    const params = await readParams(c, invitationSchema, deps.config.limits.bodyBytes);
    return c.json(userBody(await inviteUser(deps, params, linkRequest(c, deps, null))));
  });

  routes.use('/admin/*', admin);

  // The user's fields and the link's, side by side.
  routes.post('/admin/generate_link', async (c) => {
    const params = await readParams(c, linkSchema, deps.config.limits.bodyBytes);
    const request = linkRequest(c, deps, null);
    const { issued, user, type } = await generateLink(
      deps,
      { ...params, newEmail: params.new_email },
      request,
    );
    return c.json({
      ...userBody(user),
      action_link: issued.link,
      email_otp: issued.code,
      hashed_token: issued.linkToken,
      verification_type: type,
      redirect_to: request.redirectTo,
    });
  });

  // The header Link (RFC 8288) names the next and the last page.
  routes.get('/admin/users', async (c) => {
    const page = readNumber('page', c.req.query('page'), 1, MAX_PAGE);
    const perPage = readNumber('per_page', c.req.query('per_page'), DEFAULT_PER_PAGE, MAX_PER_PAGE);
    const { users, total } = await listUsers(deps.db, { page, perPage });
    const last = Math.max(1, Math.ceil(total / perPage));
    // The official client reads the page number directly after the first equals sign.
    const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    c.header('X-Total-Count', String(total));
    c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
    return c.json({ users: users.map(userBody), aud: 'authenticated' });
  });

  routes.post('/admin/users', async (c) => {
    const params = await readParams(c, newUserSchema, deps.config.limits.bodyBytes);
    return c.json(userBody(await createUser(deps, { ...adminUserParams(params), id: params.id ?? null })));
  });

  routes.get('/admin/users/:id', async (c) =>
    c.json(userBody(await requireUserById(deps.db, c.req.param('id')))),
  );

  routes.put('/admin/users/:id', async (c) => {
    const params = await readParams(c, adminUserSchema, deps.config.limits.bodyBytes);
    return c.json(userBody(await updateUser(deps, c.req.param('id'), adminUserParams(params))));
  });

  // The body may be left out.
  routes.delete('/admin/users/:id', async (c) => {
    const body = deletionSchema.safeParse((await readJson(c, deps.config.limits.bodyBytes)) ?? {});
    if (!body.success) throw validationFailed('should_soft_delete: must be true or false');
    await removeUser(deps, c.req.param('id'), { soft: body.data.should_soft_delete ?? false });
    return c.json({});
  });

  routes.get('/admin/users/:id/factors', async (c) => {
    const { factors } = await requireUserById(deps.db, c.req.param('id'));
    return c.json(factors.map(factorBody));
  });

  routes.delete('/admin/users/:id/factors/:factorId', async (c) => {
    const factor = await removeFactor(deps, c.req.param('id'), c.req.param('factorId'));
    return c.json(factorBody(factor));
  });

  routes.get('/admin/users/:id/passkeys', async (c) => {
    const { id } = await requireUserById(deps.db, c.req.param('id'));
    return c.json((await listPasskeys(deps.db, id)).map(passkeyBody));
  });

  routes.delete('/admin/users/:id/passkeys/:passkeyId', async (c) => {
    await removePasskeyAsAdmin(deps, c.req.param('id'), c.req.param('passkeyId'));
    return c.body(null, 204);
  });
}

function readNumber(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw validationFailed(`${name}: must be a whole number from 1`);
  return Math.min(value, max);
}

function adminUserParams(fields: z.output<typeof adminUserSchema>): AdminUserParams {
  return {
    email: fields.email,
    phone: fields.phone,
    password: fields.password,
    passwordHash: fields.password_hash,
    confirmEmail: fields.email_confirm ?? false,
    confirmPhone: fields.phone_confirm ?? false,
    userMetadata: fields.user_metadata,
    appMetadata: fields.app_metadata,
    banSeconds: fields.ban_duration,
    role: fields.role,
  };
}
