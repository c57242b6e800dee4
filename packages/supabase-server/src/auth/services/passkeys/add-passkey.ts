import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { clientNetwork } from '../../../http/client-network.ts';
import type { Caller, SignedInUser } from '../../caller.ts';
import { insertPasskey, listPasskeys, type PasskeyRow } from '../../data/passkeys.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { lockUser } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { requirePasskeyRights, tooManyPasskeys } from './manage-passkeys.ts';
import { takeChallenge } from './take-challenge.ts';
import { verifyNewPasskey } from './verify-passkey.ts';

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
