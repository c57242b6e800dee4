import type { Queryable } from '../../../db/database.ts';
import { clientNetwork } from '../../../http/client-network.ts';
import { matchTotp } from '../../../security/totp.ts';
import { isUuid } from '../../../util/uuid.ts';
import type { Caller, SignedInUser } from '../../caller.ts';
import {
  acceptFactor,
  type ChallengeRow,
  claimChallengeAttempt,
  type FactorRow,
  findChallenge,
  markChallengeUsed,
} from '../../data/factors.ts';
import { deleteWeakSessions } from '../../data/sessions.ts';
import { withRowLocks } from '../../data/transaction.ts';
import { findUserById, lockUser } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, sessionNotFound, validationFailed } from '../../errors.ts';
import { factorSubject } from '../../rules/factor-subject.ts';
import { recordEvent } from '../security-events.ts';
import { issueTokens, type SignIn } from '../sign-in.ts';
import { requireFactor } from './challenge-factor.ts';
import { upgradeSession } from './upgrade-session.ts';

/**
 * Proves a factor: the caller's session becomes aal2 with new tokens, its old ones die, and the
 * user's other sessions that have only the first factor end (supabase-protocol 2.10).
 * @throws {AuthError} 422 mfa_verification_failed, mfa_challenge_expired, mfa_ip_address_mismatch,
 * mfa_factor_not_found; 404 mfa_factor_not_found; 400 validation_failed; 429
 */
export async function verifyFactor(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  params: { factorId: string; challengeId: string | null; code: string | null },
  caller: Caller,
): Promise<SignIn> {
  const { code, challengeId } = params;
  if (code === null) throw validationFailed('code: Code needs to be non-empty');
  if (session === null) throw sessionNotFound();
  const { id, factor_type } = await requireFactor(deps.db, user.id, params.factorId);
  const takeBack = await deps.limits.code(caller, factorSubject(user.id));
  // Outside the transaction, which a wrong code undoes.
  if (factor_type === 'phone') await spendAttempt(deps, id, challengeId);
  const { current, opened, isNew } = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    // Read under the lock: of two uses of one code at once the second sees that it was used.
    const factor = await requireFactor(tx, user.id, params.factorId);
    const challenge = await requireChallenge(tx, deps, factor.id, challengeId, caller.ip);
    const proof = proveFactor(deps, factor, challenge, code);
    await markChallengeUsed(tx, challenge.id);
    await acceptFactor(tx, factor, proof.step);
    const opened = await upgradeSession(tx, session.id, proof.method);
    await deleteWeakSessions(tx, user.id, session.id);
    const current = await findUserById(tx, user.id);
    if (!current) throw new Error('the locked user is gone');
    return { current, opened, isNew: factor.status !== 'verified' };
  }).catch((error: unknown) => {
    if (error instanceof AuthError && error.code === 'mfa_verification_failed') {
      recordEvent(deps, caller.ip, { event: 'second_factor_failed', userId: user.id, reason: factor_type });
    }
    throw error;
  });
  recordEvent(deps, caller.ip, {
    event: isNew ? 'factor_verified' : 'second_factor_passed',
    userId: user.id,
    reason: factor_type,
  });
  await takeBack();
  return { user: current, tokens: await issueTokens(deps, { user: current, caller, ...opened }) };
}

async function spendAttempt({ db, config }: AuthDeps, factorId: string, id: string | null): Promise<void> {
  const maxAttempts = config.auth.codeAttempts;
  if (id === null || !isUuid(id) || (await claimChallengeAttempt(db, { factorId, id, maxAttempts }))) return;
  // No attempt is left, or there is no such challenge; the check below reports the latter.
  if (await findChallenge(db, factorId, id)) throw wrongCode('Phone');
}

/**
 * Compares a code with the factor's present code, or with the sent one.
 * @returns the amr method that is proved, and the step of a code that depends on the time
 * @throws {AuthError} 422 mfa_verification_failed
 */
function proveFactor(
  { hashCode, masterKey }: AuthDeps,
  factor: FactorRow,
  challenge: ChallengeRow,
  code: string,
): { method: 'totp' | 'mfa/phone'; step: number | null } {
  if (factor.factor_type === 'phone') {
    if (challenge.code_hash !== hashCode(challenge.id, code.trim())) throw wrongCode('Phone');
    return { method: 'mfa/phone', step: null };
  }
  const secret = masterKey.decrypt(factor.secret ?? '', `TOTP secret ${factor.id}`);
  const step = matchTotp(secret, code, {
    lastUsedStep: factor.last_used_step,
    now: Date.now(),
  });
  if (step === null) throw wrongCode('TOTP');
  return { method: 'totp', step };
}

function wrongCode(type: 'TOTP' | 'Phone'): AuthError {
  const message = type === 'TOTP' ? 'Invalid TOTP code entered' : 'Invalid MFA Phone code entered';
  return new AuthError(422, 'mfa_verification_failed', message);
}

async function requireChallenge(
  tx: Queryable,
  { config }: AuthDeps,
  factorId: string,
  id: string | null,
  ip: string,
): Promise<ChallengeRow> {
  const challenge = id !== null && isUuid(id) ? await findChallenge(tx, factorId, id) : null;
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.verified_at !== null || clientNetwork(challenge.ip) !== clientNetwork(ip)) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (challenge.age_seconds > config.auth.challengeSeconds) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge.',
    );
  }
  return challenge;
}
