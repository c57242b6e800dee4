import { isUuid } from '@dragoman/domain/uuid';
import type { Queryable } from '../../db/database.ts';
import { clientNetwork } from '../../http/client-network.ts';
import type { Caller, SignedInUser } from '../caller.ts';
import {
  acceptFactor,
  type ChallengeRow,
  claimChallengeAttempt,
  type FactorRow,
  findChallenge,
  markChallengeUsed,
} from '../data/factors.ts';
import { deleteTokensOfSession } from '../data/refresh-tokens.ts';
import { deleteWeakSessions, lockSession, type SessionRow, setAssurance } from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, sessionNotFound, validationFailed } from '../errors.ts';
import { hashCode } from '../rules/one-time-code.ts';
import { matchTotp } from '../rules/totp.ts';
import { requireFactor } from './challenge-factor.ts';
import { beginTokens, issueTokens, type OpenedSession, type SignIn } from './sign-in.ts';

/**
 * Proves a factor: the caller's session becomes aal2 with new tokens, its old ones die, and the user's other sessions that have
 * only the first factor end (wire facts A4).
 * @throws {AuthError} 422 mfa_verification_failed, mfa_challenge_expired, mfa_ip_address_mismatch, mfa_factor_not_found; 404
 * mfa_factor_not_found; 400 validation_failed; 429
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
  const takeBack = await deps.limits.code(caller.ip, `factors of ${user.id}`);
  // Outside the transaction, which a wrong code undoes.
  if (factor_type === 'phone') await spendAttempt(deps, id, challengeId);
  const { current, opened } = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    // Read under the lock: of two uses of one code at once the second sees that it was used.
    const factor = await requireFactor(tx, user.id, params.factorId);
    const challenge = await requireChallenge(tx, deps, factor.id, challengeId, caller.ip);
    const proof = proveFactor(factor, challenge, code);
    await markChallengeUsed(tx, challenge.id);
    await acceptFactor(tx, factor, proof.step);
    const opened = await raise(tx, session.id, proof.method);
    await deleteWeakSessions(tx, user.id, session.id);
    const current = await findUserById(tx, user.id);
    if (!current) throw new Error('the locked user is gone');
    return { current, opened };
  });
  await takeBack();
  return { user: current, tokens: await issueTokens(deps, { user: current, caller, ...opened }) };
}

async function spendAttempt({ db, config }: AuthDeps, factorId: string, id: string | null): Promise<void> {
  const maxAttempts = config.auth.codeAttempts;
  if (id === null || !isUuid(id) || (await claimChallengeAttempt(db, { factorId, id, maxAttempts }))) return;
  // No attempt is left, or there is no such challenge, which is told below.
  if (await findChallenge(db, factorId, id)) throw wrongCode('Phone');
}

/**
 * Compares a code with what the factor would show, or with what was sent.
 * @returns the amr method that is proved, and the step of a code that depends on the time
 * @throws {AuthError} 422 mfa_verification_failed
 */
function proveFactor(
  factor: FactorRow,
  challenge: ChallengeRow,
  code: string,
): { method: 'totp' | 'mfa/phone'; step: number | null } {
  if (factor.factor_type === 'phone') {
    if (challenge.code_hash !== hashCode(challenge.id, code.trim())) throw wrongCode('Phone');
    return { method: 'mfa/phone', step: null };
  }
  const step = matchTotp(factor.secret ?? '', code, {
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

/** Who holds a token from before the proof must not get the proof with it: the session's tokens start anew. */
async function raise(tx: Queryable, sessionId: string, method: string): Promise<OpenedSession> {
  const session: SessionRow | null = await lockSession(tx, sessionId);
  if (!session) throw sessionNotFound();
  const proof = { method, timestamp: Math.floor(Date.now() / 1000) };
  const others = session.amr.filter((entry) => entry.method !== method);
  const raised = await setAssurance(tx, sessionId, { aal: 'aal2', amr: [proof, ...others] });
  await deleteTokensOfSession(tx, sessionId);
  return { session: raised, refreshToken: await beginTokens(tx, sessionId) };
}
