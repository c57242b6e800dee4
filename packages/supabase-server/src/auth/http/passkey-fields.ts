import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';

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

export const newPasskeySchema = z.object({ challenge_id: challengeId, credential: created });
export const usedPasskeySchema = z.object({ challenge_id: challengeId, credential: used });

const MAX_NAME = 120;

export const passkeyNameSchema = z.object({
  friendly_name: z
    .string({ error: 'is required' })
    .trim()
    .min(1, { error: 'is required' })
    .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters` })
    .refine((name) => !/[\p{Cc}\p{Surrogate}]/u.test(name), { error: 'must not have control characters' }),
});
