import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Queryable } from '../../db/database.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { type RelyingParty, relyingPartyOf } from '../../http/relying-party.ts';
import { isUuid } from '../../util/uuid.ts';
import {
  type ChallengeType,
  deletePasskey,
  findPasskeyKey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeyKeys,
  listPasskeys,
  type PasskeyChallenge,
  type PasskeyKeyRow,
  type PasskeyRow,
  recordPasskeySignIn,
  recordPasskeyUse,
  renamePasskey,
  takePasskeyChallenge,
} from '../data/passkeys.ts';
import { setAssurance } from '../data/sessions.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { hasVerifiedFactor, isBanned, PASSKEY_METHOD } from '../rules/access.ts';
import type { Caller, SignedInUser, SignIn } from '../types.ts';
import { requireUserById } from './admin-users.ts';
import { issueTokens, openSession } from './sign-in.ts';
import { ALGORITHMS, passkeyRejected, verifyNewPasskey, verifyPasskey } from './verify-passkey.ts';

/**
 * The site whose passkeys are meant.
 * @param publicUrl the address under which the caller reached the product
 * @throws {AuthError} 404 passkey_disabled; 422 passkey_unavailable where no browser has passkeys
 */
export function requirePasskeySite({ config }: Pick<AuthDeps, 'config'>, publicUrl: string): RelyingParty {
  requirePasskeys({ config });
  const site = relyingPartyOf(publicUrl);
  if (site !== null) return site;
  throw new AuthError(
    422,
    'passkey_unavailable',
    'Passkeys need HTTPS and a host name. Open the product under its domain, or under localhost',
  );
}

/** @throws {AuthError} 404 passkey_disabled, as in GoTrue */
export function requirePasskeys({ config }: Pick<AuthDeps, 'config'>): void {
  if (!config.auth.passkeys.enabled) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
}

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

/**
 * Takes and deletes the challenge of an answer, even if the answer turns out to be wrong.
 * @throws {AuthError} 400 webauthn_challenge_not_found, webauthn_challenge_expired
 */
export async function takeChallenge(
  db: Queryable,
  given: { id: string; type: ChallengeType; userId: string | null },
): Promise<PasskeyChallenge> {
  const challenge = isUuid(given.id) ? await takePasskeyChallenge(db, given) : null;
  if (!challenge) {
    throw new AuthError(
      400,
      'webauthn_challenge_not_found',
      'Challenge not found or already used, ask for a new one',
    );
  }
  if (challenge.isExpired) {
    throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired, ask for a new one');
  }
  return challenge;
}

/**
 * Adds the passkey that an authenticator has made (POST /passkeys/registration/verify).
 * @throws {AuthError} 400 webauthn_challenge_not_found, webauthn_challenge_expired,
 * webauthn_wrong_origin, webauthn_verification_failed; 403 insufficient_aal; 422 too_many_passkeys,
 * webauthn_credential_exists; 429
 */
export async function addPasskey(
  deps: AuthDeps,
  signedIn: SignedInUser,
  answer: { challengeId: string; credential: RegistrationResponseJSON },
  caller: Caller,
): Promise<PasskeyRow> {
  requirePasskeyRights(signedIn);
  await deps.limits.external(caller);
  const userId = signedIn.user.id;
  const challenge = await takeChallenge(deps.db, { id: answer.challengeId, type: 'registration', userId });
  const passkey = await verifyNewPasskey(answer.credential, challenge);
  const { maximum } = deps.config.auth.passkeys;
  const added = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, userId);
    // Counted under the lock, so that two devices at once do not pass the bound.
    if ((await listPasskeys(tx, userId)).length >= maximum) throw tooManyPasskeys(maximum);
    return insertPasskey(tx, { ...passkey, userId });
  }).catch((error: unknown) => {
    if (!violatesUnique(error, 'webauthn_credentials_credential_id_key')) throw error;
    throw new AuthError(422, 'webauthn_credential_exists', 'This passkey is already registered');
  });
  deps.securityLog.record({ event: 'passkey_added', userId, network: clientNetwork(caller.ip) });
  return added;
}

/**
 * Checks whether this session may change passkeys: a password alone must not add a way around a
 * second factor.
 * @throws {AuthError} 403 insufficient_aal; 422 validation_failed for users of a single sign-on, as
 * in GoTrue
 */
export function requirePasskeyRights({ user, session }: SignedInUser): void {
  if (user.is_sso_user) {
    throw new AuthError(422, 'validation_failed', 'SSO users cannot register passkeys');
  }
  if (hasVerifiedFactor(user.factors) && session?.aal !== 'aal2') {
    throw new AuthError(
      403,
      'insufficient_aal',
      'AAL2 session is required to manage passkeys when MFA is enabled',
    );
  }
}

export function tooManyPasskeys(maximum: number): AuthError {
  return new AuthError(
    422,
    'too_many_passkeys',
    `An account has at most ${maximum} passkeys. Remove one that is no longer needed`,
  );
}

/** @throws {AuthError} 403 insufficient_aal, 404 webauthn_credential_not_found */
export async function renameOwnPasskey(
  deps: AuthDeps,
  signedIn: SignedInUser,
  { id, name }: { id: string; name: string },
): Promise<PasskeyRow> {
  requirePasskeyRights(signedIn);
  const passkey = isUuid(id) ? await renamePasskey(deps.db, { userId: signedIn.user.id, id, name }) : null;
  if (!passkey) throw passkeyNotFound();
  return passkey;
}

/** Removes a passkey, which then no longer signs in. @throws {AuthError} as above */
export async function removeOwnPasskey(
  deps: AuthDeps,
  signedIn: SignedInUser,
  id: string,
  caller: Caller,
): Promise<void> {
  requirePasskeyRights(signedIn);
  const userId = signedIn.user.id;
  if (!isUuid(id) || !(await deletePasskey(deps.db, userId, id))) throw passkeyNotFound();
  deps.securityLog.record({ event: 'passkey_removed', userId, network: clientNetwork(caller.ip) });
}

/** Removes a passkey of a user who has lost it, as an administrator. @throws {AuthError} 404 */
export async function removePasskeyAsAdmin(deps: AuthDeps, userId: string, id: string): Promise<void> {
  const { id: owner } = await requireUserById(deps.db, userId);
  if (!isUuid(id) || !(await deletePasskey(deps.db, owner, id))) throw passkeyNotFound();
  deps.securityLog.record({ event: 'passkey_removed', userId: owner, reason: 'by_admin' });
}

function passkeyNotFound(): AuthError {
  return new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found');
}

/**
 * Signs in the owner of the passkey (POST /passkeys/authentication/verify). The session is aal2 at
 * once: a passkey proves possession and, by the required user verification, knowledge or a
 * biometric (docs/adr/0050).
 * @throws {AuthError} 400 webauthn_challenge_not_found, webauthn_challenge_expired,
 * webauthn_credential_not_found, webauthn_wrong_origin, webauthn_verification_failed; 403
 * user_banned, email_not_confirmed, phone_not_confirmed; 429
 */
export async function signInWithPasskey(
  deps: AuthDeps,
  answer: { challengeId: string; credential: AuthenticationResponseJSON },
  caller: Caller,
): Promise<SignIn> {
  await deps.limits.external(caller);
  const challenge = await takeChallenge(deps.db, {
    id: answer.challengeId,
    type: 'authentication',
    userId: null,
  });
  const { credential } = answer;
  const passkey = await findPasskeyKey(deps.db, Buffer.from(credential.id, 'base64url'));
  const refuse = (error: unknown): never => {
    if (error instanceof AuthError) {
      deps.securityLog.record({
        event: 'sign_in_failed',
        ...(passkey ? { userId: passkey.user_id } : {}),
        network: clientNetwork(caller.ip),
        reason: error.code,
      });
    }
    throw error;
  };
  if (!passkey) {
    return refuse(
      new AuthError(
        400,
        'webauthn_credential_not_found',
        'This passkey is not registered here. It may have been removed from the account',
      ),
    );
  }
  try {
    requireUserHandle(credential, passkey);
    const use = await verifyPasskey(credential, challenge, passkey);
    const { user, opened } = await withRowLocks(deps.db, async (tx) => {
      await lockUser(tx, passkey.user_id);
      const found = await findUserById(tx, passkey.user_id);
      if (!found) throw passkeyRejected();
      requireGoodStanding(found);
      if (!(await recordPasskeyUse(tx, passkey.id, use))) throw passkeyRejected();
      await recordPasskeySignIn(tx, found.id);
      const { session, refreshToken } = await openSession(tx, found.id, PASSKEY_METHOD, caller);
      const raised = await setAssurance(tx, session.id, { aal: 'aal2', amr: session.amr });
      return { user: (await findUserById(tx, found.id)) ?? found, opened: { session: raised, refreshToken } };
    });
    return { user, tokens: await issueTokens(deps, { user, caller, ...opened }) };
  } catch (error) {
    return refuse(error);
  }
}

/**
 * A passkey that its authenticator keeps always names its user (WebAuthn level 3, section 7.2, step
 * 6).
 */
function requireUserHandle({ response }: AuthenticationResponseJSON, passkey: PasskeyKeyRow): void {
  const handle = Buffer.from(response.userHandle ?? '', 'base64url').toString('utf8');
  if (handle !== passkey.user_id) throw passkeyRejected('The passkey belongs to another account');
}

function requireGoodStanding(user: UserRow): void {
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  if (user.email !== null && user.email_confirmed_at === null) {
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  }
  if (user.phone !== null && user.phone_confirmed_at === null) {
    throw new AuthError(403, 'phone_not_confirmed', 'Phone not confirmed');
  }
}
