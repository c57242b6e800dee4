import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { RelyingParty } from '../../../http/relying-party.ts';
import type { Caller, SignedInUser } from '../../caller.ts';
import { insertPasskeyChallenge } from '../../data/passkey-challenges.ts';
import { listPasskeyKeys } from '../../data/passkeys.ts';
import type { AuthDeps } from '../../deps.ts';
import { requirePasskeyRights, tooManyPasskeys } from './manage-passkeys.ts';
import { ALGORITHMS } from './verify-passkey.ts';

/** A ceremony that has begun. */
export interface BegunCeremony<Options> {
  challengeId: string;
  /** The options for `navigator.credentials`. */
  options: Options;
  /** Unix seconds. */
  expiresAt: number;
}

/**
 * Begins to add a passkey (POST /passkeys/registration/options). It must be kept by its
 * authenticator under the user's name and be unlocked by a PIN, a finger or a face.
 * @throws {AuthError} 403 insufficient_aal; 422 too_many_passkeys, validation_failed; 429
 */
export async function beginRegistration(
  deps: AuthDeps,
  signedIn: SignedInUser,
  site: RelyingParty,
  caller: Caller,
): Promise<BegunCeremony<PublicKeyCredentialCreationOptionsJSON>> {
  requirePasskeyRights(signedIn);
  await deps.limits.external(caller);
  const { user } = signedIn;
  const { maximum, challengeSeconds } = deps.config.auth.passkeys;
  const known = await listPasskeyKeys(deps.db, user.id);
  if (known.length >= maximum) throw tooManyPasskeys(maximum);
  const name = user.email ?? user.phone ?? user.id;
  const options = await generateRegistrationOptions({
    rpName: deps.hooks.appName(),
    rpID: site.id,
    userName: name,
    userDisplayName: name,
    // The user handle, as GoTrue makes it: the id as text.
    userID: new Uint8Array(Buffer.from(user.id, 'utf8')),
    timeout: challengeSeconds * 1000,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const { id, expiresAt } = await insertPasskeyChallenge(deps.db, {
    type: 'registration',
    userId: user.id,
    challenge: options.challenge,
    site,
    lifeSeconds: challengeSeconds,
  });
  return { challengeId: id, options, expiresAt };
}

/**
 * Begins a sign-in (POST /passkeys/authentication/options). It names no account: the browser offers
 * the passkeys that it has here.
 * @throws {AuthError} 429
 */
export async function beginAuthentication(
  deps: AuthDeps,
  site: RelyingParty,
  caller: Caller,
): Promise<BegunCeremony<PublicKeyCredentialRequestOptionsJSON>> {
  await deps.limits.external(caller);
  const { challengeSeconds } = deps.config.auth.passkeys;
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
  });
  const { id, expiresAt } = await insertPasskeyChallenge(deps.db, {
    type: 'authentication',
    userId: null,
    challenge: options.challenge,
    site,
    lifeSeconds: challengeSeconds,
  });
  return { challengeId: id, options, expiresAt };
}
