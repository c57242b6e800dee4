import { isUuid } from '@dragoman/domain/uuid';
import type { Queryable } from '../../db/database.ts';
import type { Caller, SignedInUser } from '../caller.ts';
import {
  acceptFactor,
  type FactorRow,
  findChallenge,
  findFactor,
  insertChallenge,
  markChallengeUsed,
} from '../data/factors.ts';
import { deleteTokensOfSession } from '../data/refresh-tokens.ts';
import { deleteWeakSessions, lockSession, type SessionRow, setAssurance } from '../data/sessions.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, sessionNotFound, validationFailed } from '../errors.ts';
import { clientNetwork } from '../rules/client-network.ts';
import { matchTotp } from '../rules/totp.ts';
import { beginTokens, issueTokens, type OpenedSession, type SignIn } from './sign-in.ts';

const CHALLENGE_SECONDS = 300;

/** @throws {AuthError} 404 mfa_factor_not_found, also for another user's */
export async function requireFactor(db: Queryable, userId: string, id: string): Promise<FactorRow> {
  const factor = isUuid(id) ? await findFactor(db, userId, id) : null;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/** Begins a proof of a factor (wire facts A4). @returns `expiresAt` in Unix seconds */
export async function challengeFactor(
  deps: AuthDeps,
  { user }: SignedInUser,
  factorId: string,
  caller: Caller,
): Promise<{ id: string; type: string; expiresAt: number }> {
  const factor = await requireFactor(deps.db, user.id, factorId);
  const challenge = await withRowLocks(deps.db, (tx) =>
    insertChallenge(tx, { factorId: factor.id, ip: caller.ip, lifeSeconds: CHALLENGE_SECONDS }),
  );
  return {
    id: challenge.id,
    type: factor.factor_type,
    expiresAt: challenge.createdAt + CHALLENGE_SECONDS,
  };
}

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
  await requireFactor(deps.db, user.id, params.factorId);
  const takeBack = await deps.limits.code(caller.ip, `factors of ${user.id}`);
  const { current, opened } = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    // Read under the lock: of two uses of one code at once the second sees that it was used.
    const factor = await requireFactor(tx, user.id, params.factorId);
    await checkChallenge(tx, factor.id, challengeId, caller.ip);
    const step = matchTotp(factor.secret ?? '', code, {
      lastUsedStep: factor.last_used_step,
      now: Date.now(),
    });
    if (step === null) {
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
    }
    await markChallengeUsed(tx, challengeId ?? '');
    await acceptFactor(tx, factor, step);
    const opened = await raise(tx, session.id);
    await deleteWeakSessions(tx, user.id, session.id);
    const current = await findUserById(tx, user.id);
    if (!current) throw new Error('the locked user is gone');
    return { current, opened };
  });
  await takeBack();
  return { user: current, tokens: await issueTokens(deps, { user: current, caller, ...opened }) };
}

async function checkChallenge(tx: Queryable, factorId: string, id: string | null, ip: string): Promise<void> {
  const challenge = id !== null && isUuid(id) ? await findChallenge(tx, factorId, id) : null;
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  }
  if (challenge.verified_at !== null || clientNetwork(challenge.ip) !== clientNetwork(ip)) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (challenge.age_seconds > CHALLENGE_SECONDS) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge.',
    );
  }
}

/** Who holds a token from before the proof must not get the proof with it: the session's tokens start anew. */
async function raise(tx: Queryable, sessionId: string): Promise<OpenedSession> {
  const session: SessionRow | null = await lockSession(tx, sessionId);
  if (!session) throw sessionNotFound();
  const proof = { method: 'totp', timestamp: Math.floor(Date.now() / 1000) };
  const others = session.amr.filter(({ method }) => method !== 'totp');
  const raised = await setAssurance(tx, sessionId, { aal: 'aal2', amr: [proof, ...others] });
  await deleteTokensOfSession(tx, sessionId);
  return { session: raised, refreshToken: await beginTokens(tx, sessionId) };
}
