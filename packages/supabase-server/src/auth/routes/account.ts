import type { Hono } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { beforeSignIn } from '../http/before-sign-in.ts';
import { sendSignIn, userBody } from '../http/bodies.ts';
import { linkRequest } from '../http/caller.ts';
import { optionalText, pkceFields, readParams, userData } from '../http/params.ts';
import { audienceOf, requireUser } from '../http/require-user.ts';
import { reauthenticate } from '../services/reauthenticate.ts';
import { signUp } from '../services/sign-up.ts';
import { updateAccount } from '../services/update-account.ts';

const signUpSchema = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  password: optionalText,
  data: userData,
  ...pkceFields,
});

const DEFAULT_AUDIENCE = 'authenticated';

const userSchema = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  channel: optionalText,
  data: userData,
  app_metadata: z.unknown().optional(),
  ...pkceFields,
});

/** Sign-up, and the account of the caller. */
export function addAccountRoutes(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  const guard = beforeSignIn(deps);
  const { config, hooks, methods } = deps;
  const external: object = Object.assign({}, ...methods.map(({ settings }) => settings?.external));
  const others: object = Object.assign({}, ...methods.map(({ settings }) => settings?.others));

  // What a page may offer.
  routes.get('/settings', (c) =>
    c.json({
      external: {
        anonymous_users: config.auth.anonymousUsersEnabled && hooks.anonymousUsersEnabled(),
        email: true,
        ...external,
      },
      disable_signup: !config.auth.signupEnabled,
      mailer_autoconfirm: !config.auth.emailConfirmation,
      ...others,
      passkeys_enabled: config.auth.passkeys.enabled,
    }),
  );

  routes.post('/signup', guard, async (c) => {
    const params = await readParams(c, signUpSchema, deps.config.limits.bodyBytes);
    const result = await signUp(deps, params, linkRequest(c, deps, params));
    return result.kind === 'signed-in' ? sendSignIn(c, deps, result.signIn) : c.json(userBody(result.user));
  });

  routes.get('/user', async (c) => {
    const { claims, user } = await requireUser(c, deps);
    const audience = audienceOf(claims);
    if (audience !== (c.req.header('x-jwt-aud') ?? audience ?? DEFAULT_AUDIENCE)) {
      throw validationFailed("Token audience doesn't match request audience");
    }
    return c.json(userBody(user));
  });

  routes.put('/user', async (c) => {
    const caller = await requireUser(c, deps);
    const params = await readParams(c, userSchema, deps.config.limits.bodyBytes);
    const account = {
      ...params,
      currentPassword: params.current_password,
      changesAppMetadata: params.app_metadata !== undefined && params.app_metadata !== null,
    };
    const user = await updateAccount(deps, caller, account, linkRequest(c, deps, params));
    return c.json(userBody(user));
  });

  routes.get('/reauthenticate', async (c) => {
    const caller = await requireUser(c, deps);
    await reauthenticate(deps, caller, linkRequest(c, deps, null));
    return c.json({});
  });
}
