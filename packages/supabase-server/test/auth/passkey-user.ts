import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import type { SignedIn, TestServer } from '../harness.ts';
import { createSoftAuthenticator, type Deviations, type SoftAuthenticator } from './soft-authenticator.ts';

/** The site whose passkeys the server takes. */
export const ORIGIN = 'https://fair.example';

export const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** Begins to add a passkey. */
export async function begin(client: SupabaseClient) {
  const { data, error } = await client.auth.passkey.startRegistration();
  if (error) throw error;
  return data;
}

/** Adds the passkey of a device. */
export async function register(client: SupabaseClient, device: SoftAuthenticator, how?: Deviations) {
  const { challenge_id, options } = await begin(client);
  return client.auth.passkey.verifyRegistration({
    challengeId: challenge_id,
    credential: device.create(options as never, how) as never,
  });
}

/** Signs in with the passkey of a device. */
export async function signInWith(
  server: TestServer,
  device: SoftAuthenticator,
  how?: Deviations,
  client = server.client(),
) {
  const { data, error } = await client.auth.passkey.startAuthentication();
  if (error) throw error;
  return client.auth.passkey.verifyAuthentication({
    challengeId: data.challenge_id,
    credential: device.get(data.options as never, how) as never,
  });
}

/** A user with a passkey. */
export async function passkeyUser(
  server: TestServer,
): Promise<SignedIn & { device: SoftAuthenticator; passkeyId: string }> {
  const user = await server.signUp();
  const device = createSoftAuthenticator(ORIGIN);
  const { data, error } = await register(user.client, device);
  if (error) throw error;
  return { ...user, device, passkeyId: data.id };
}

/**
 * Gives a signed-in client a verified second factor, which raises its session.
 * @returns the factor's id
 */
export async function addFactor(client: SupabaseClient): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const code = new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate();
  const { error: refused } = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (refused) throw refused;
  return data.id;
}
