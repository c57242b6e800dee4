import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Hono } from 'hono';
import { z } from 'zod';
import { publicOrigin, type ServerEnv } from '../../http/request-info.ts';
import { listPasskeys } from '../data/passkeys.ts';
import type { AuthDeps } from '../deps.ts';
import { beforeSignIn } from '../http/before-sign-in.ts';
import { ceremonyBody, passkeyBody, tokenBody } from '../http/bodies.ts';
import { callerOf } from '../http/caller.ts';
import { readParams } from '../http/params.ts';
import { requireFullUser } from '../http/require-user.ts';
import {
  addPasskey,
  beginAuthentication,
  beginRegistration,
  removeOwnPasskey,
  renameOwnPasskey,
  requirePasskeySite,
  requirePasskeys,
  signInWithPasskey,
} from '../services/passkeys.ts';

/**
 * The longest credential id, in base64url: 1,023 bytes (WebAuthn level 3, section 4, "Credential
 * ID").
 */
const MAX_ID = 1364;
const MAX_CLIENT_DATA = 8192;
const MAX_ATTESTATION = 65_536;
const MAX_SIGNATURE = 16_384;

const base64url = (max: number) =>
  z
    .string()
    .max(max, { error: 'is too long' })
    .regex(/^[\w-]+={0,2}$/, { error: 'must be base64url' });

const common = {
  id: base64url(MAX_ID),
  rawId: base64url(MAX_ID),
  type: z.literal('public-key', { error: 'must be public-key' }),
};

/** The serialised answer of `navigator.credentials.create()`; unneeded fields are left out. */
const created = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: base64url(MAX_CLIENT_DATA),
      attestationObject: base64url(MAX_ATTESTATION),
      transports: z
        .array(z.string().regex(/^[a-z-]{1,32}$/, { error: 'must be names of transports' }))
        .max(16)
        .nullish(),
    }),
  })
  .transform(
    ({ response: { transports, ...response }, ...credential }) =>
      ({
        ...credential,
        clientExtensionResults: {},
        response: { ...response, ...(transports ? { transports } : {}) },
      }) as RegistrationResponseJSON,
  );

/** The same of `navigator.credentials.get()`. */
const used = z
  .object({
    ...common,
    response: z.object({
      clientDataJSON: base64url(MAX_CLIENT_DATA),
      authenticatorData: base64url(MAX_CLIENT_DATA),
      signature: base64url(MAX_SIGNATURE),
      userHandle: base64url(256).nullish(),
    }),
  })
  .transform(
    ({ response: { userHandle, ...response }, ...credential }) =>
      ({
        ...credential,
        clientExtensionResults: {},
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
      }) as AuthenticationResponseJSON,
  );

const challengeId = z.string({ error: 'is required' }).min(1, { error: 'is required' }).max(64);

const newPasskeySchema = z.object({ challenge_id: challengeId, credential: created });
const usedPasskeySchema = z.object({ challenge_id: challengeId, credential: used });

const MAX_NAME = 120;

const passkeyNameSchema = z.object({
  friendly_name: z
    .string({ error: 'is required' })
    .trim()
    .min(1, { error: 'is required' })
    .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters` })
    .refine((name) => !/[\p{Cc}\p{Surrogate}]/u.test(name), { error: 'must not have control characters' }),
});

/** Passkeys: sign-in, and the passkeys of the caller. */
export function addPasskeyRoutes(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  const guard = beforeSignIn(deps);

  routes.post('/passkeys/authentication/options', guard, async (c) => {
    const site = requirePasskeySite(deps, publicOrigin(c, deps.config));
    return c.json(ceremonyBody(await beginAuthentication(deps, site, callerOf(c, deps))));
  });

  routes.post('/passkeys/authentication/verify', async (c) => {
    requirePasskeys(deps);
    const { challenge_id, credential } = await readParams(c, usedPasskeySchema, deps.config.limits.bodyBytes);
    const answer = { challengeId: challenge_id, credential };
    return c.json(tokenBody(await signInWithPasskey(deps, answer, callerOf(c, deps))));
  });

  routes.post('/passkeys/registration/options', async (c) => {
    const site = requirePasskeySite(deps, publicOrigin(c, deps.config));
    const user = await requireFullUser(c, deps);
    return c.json(ceremonyBody(await beginRegistration(deps, user, site, callerOf(c, deps))));
  });

  routes.post('/passkeys/registration/verify', async (c) => {
    requirePasskeys(deps);
    const user = await requireFullUser(c, deps);
    const { challenge_id, credential } = await readParams(c, newPasskeySchema, deps.config.limits.bodyBytes);
    const answer = { challengeId: challenge_id, credential };
    return c.json(passkeyBody(await addPasskey(deps, user, answer, callerOf(c, deps))));
  });

  routes.get('/passkeys', async (c) => {
    requirePasskeys(deps);
    const { user } = await requireFullUser(c, deps);
    return c.json((await listPasskeys(deps.db, user.id)).map(passkeyBody));
  });

  routes.patch('/passkeys/:id', async (c) => {
    requirePasskeys(deps);
    const user = await requireFullUser(c, deps);
    const { friendly_name: name } = await readParams(c, passkeyNameSchema, deps.config.limits.bodyBytes);
    return c.json(passkeyBody(await renameOwnPasskey(deps, user, { id: c.req.param('id'), name })));
  });

  routes.delete('/passkeys/:id', async (c) => {
    requirePasskeys(deps);
    const user = await requireFullUser(c, deps);
    await removeOwnPasskey(deps, user, c.req.param('id'), callerOf(c, deps));
    return c.body(null, 204);
  });
}
