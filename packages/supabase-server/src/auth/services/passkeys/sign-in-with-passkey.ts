import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { clientNetwork } from '../../../http/client-network.ts';
import type { Caller } from '../../caller.ts';
import {
  findPasskeyKey,
  type PasskeyKeyRow,
  recordPasskeySignIn,
  recordPasskeyUse,
} from '../../data/passkeys.ts';
import { setAssurance } from '../../data/sessions.ts';
import { withRowLocks } from '../../data/transaction.ts';
import { findUserById, lockUser, type UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { PASSKEY_METHOD } from '../../rules/assurance.ts';
import { isBanned } from '../../rules/banned.ts';
import { issueTokens, openSession, type SignIn } from '../sign-in.ts';
import { takeChallenge } from './take-challenge.ts';
import { passkeyRejected, verifyPasskey } from './verify-passkey.ts';

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
