import { clientNetwork } from '../../http/client-network.ts';
import {
  describeRecoveryCodes,
  lockRecoveryCode,
  markRecoveryCodeUsed,
  type RecoveryCodeRow,
  type RecoveryCodeSet,
  replaceRecoveryCodes,
} from '../data/factors.ts';
import { deleteWeakSessions } from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, sessionNotFound, validationFailed } from '../errors.ts';
import { factorSubject, hasVerifiedFactor, RECOVERY_CODE_METHOD } from '../rules/access.ts';
import {
  hashRecoveryCode,
  makeRecoveryCode,
  RECOVERY_CODE_COUNT,
  readRecoveryCode,
} from '../rules/one-time-code.ts';
import type { Caller, SignedInUser, SignIn } from '../types.ts';
import { upgradeSession } from './factors.ts';
import { issueTokens } from './sign-in.ts';

/** New recovery codes in clear text; they cannot be read again. */
export interface NewRecoveryCodes extends RecoveryCodeSet {
  codes: string[];
}

/**
 * Gives a user new recovery codes; earlier ones stop working.
 * @throws {AuthError} 403 insufficient_aal; 422 mfa_factor_not_found without a second factor to
 * replace
 */
export async function createRecoveryCodes(
  deps: AuthDeps,
  { user, session }: SignedInUser,
): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, makeRecoveryCode);
  const hashes = codes.map((code) => hashRecoveryCode(user.id, code));
  return withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    const current = await findUserById(tx, user.id);
    if (!hasVerifiedFactor(current?.factors ?? [])) {
      throw new AuthError(422, 'mfa_factor_not_found', 'Recovery codes need a verified second factor first');
    }
    if (session?.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to make recovery codes');
    }
    await replaceRecoveryCodes(tx, user.id, { hashes, lifeDays: deps.config.auth.recoveryCodeDays });
    return { codes, ...(await describeRecoveryCodes(tx, user.id)) };
  });
}

/**
 * Proves a second factor by a recovery code, which works once: the session becomes aal2 with new
 * tokens, and the user's other sessions that have only the first factor end, as after any other
 * second factor.
 * @throws {AuthError} 400 validation_failed; 422 mfa_verification_failed, mfa_recovery_code_used,
 * mfa_recovery_code_expired; 429
 */
export async function useRecoveryCode(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  typed: string | null,
  caller: Caller,
): Promise<SignIn> {
  if (typed === null) throw validationFailed('code: Code needs to be non-empty');
  if (session === null) throw sessionNotFound();
  const takeBack = await deps.limits.code(caller, factorSubject(user.id));
  const code = readRecoveryCode(typed);
  const about = { userId: user.id, network: clientNetwork(caller.ip) };
  const { current, opened } = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    const found = code === null ? null : await lockRecoveryCode(tx, user.id, hashRecoveryCode(user.id, code));
    await markRecoveryCodeUsed(tx, requireUsable(found).id);
    const opened = await upgradeSession(tx, session.id, RECOVERY_CODE_METHOD);
    await deleteWeakSessions(tx, user.id, session.id);
    const current = await findUserById(tx, user.id);
    if (!current) throw new Error('the locked user is gone');
    return { current, opened };
  }).catch((error: unknown) => {
    if (error instanceof AuthError && error.status === 422) {
      deps.securityLog.record({ event: 'second_factor_failed', ...about, reason: error.code });
    }
    throw error;
  });
  await takeBack();
  deps.securityLog.record({ event: 'recovery_code_used', ...about });
  return { user: current, tokens: await issueTokens(deps, { user: current, caller, ...opened }) };
}

/** Only the holder of a right code learns why it cannot be used: a wrong code matches no row. */
function requireUsable(code: RecoveryCodeRow | null): RecoveryCodeRow {
  if (!code) throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered');
  if (code.used_at !== null) {
    throw new AuthError(
      422,
      'mfa_recovery_code_used',
      'This recovery code was used already, take another one',
    );
  }
  if (code.is_expired) {
    throw new AuthError(
      422,
      'mfa_recovery_code_expired',
      'The recovery codes have expired. Use a second factor, then make new codes',
    );
  }
  return code;
}
