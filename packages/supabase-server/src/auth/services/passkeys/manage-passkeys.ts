import { clientNetwork } from '../../../http/client-network.ts';
import { isUuid } from '../../../util/uuid.ts';
import type { Caller, SignedInUser } from '../../caller.ts';
import { deletePasskey, type PasskeyRow, renamePasskey } from '../../data/passkeys.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { hasVerifiedFactor } from '../../rules/assurance.ts';
import { requireUserById } from '../admin/find-user.ts';

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
export async function rename(
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
export async function remove(
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
export async function removeAsAdmin(deps: AuthDeps, userId: string, id: string): Promise<void> {
  const { id: owner } = await requireUserById(deps.db, userId);
  if (!isUuid(id) || !(await deletePasskey(deps.db, owner, id))) throw passkeyNotFound();
  deps.securityLog.record({ event: 'passkey_removed', userId: owner, reason: 'by_admin' });
}

function passkeyNotFound(): AuthError {
  return new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found');
}
