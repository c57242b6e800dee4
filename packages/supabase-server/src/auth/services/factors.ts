import { randomUUID } from 'node:crypto';
import { toString as drawQrCode } from 'qrcode';
import type { Queryable } from '../../db/database.ts';
import { clientNetwork } from '../../http/client-network.ts';
import { makeTotpSecret, matchTotp, totpUri } from '../../security/totp.ts';
import { isUuid } from '../../util/uuid.ts';
import {
  acceptFactor,
  type ChallengeRow,
  deleteFactor,
  deleteStaleFactors,
  dropNeedlessRecoveryCodes,
  type FactorRow,
  type FactorSummary,
  findChallenge,
  findFactor,
  insertChallenge,
  insertTotpFactor,
  markChallengeUsed,
} from '../data/factors.ts';
import {
  deleteTokensOfSession,
  deleteWeakSessions,
  lockSession,
  lowerSessions,
  type SessionRow,
  setAssurance,
} from '../data/sessions.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, sessionNotFound, validationFailed } from '../errors.ts';
import type { Challenge, FactorMethod } from '../method.ts';
import { factorSubject, hasVerifiedFactor } from '../rules/access.ts';
import type { Caller, SignedInUser, SignIn } from '../types.ts';
import { recordEvent, recordOwnEvent } from './security-events.ts';
import { beginTokens, issueTokens, type OpenedSession } from './sign-in.ts';

/** Seconds after which a factor that was begun and not verified makes room. */
const STALE_SECONDS = 300;

export interface EnrolledTotp {
  id: string;
  friendlyName: string;
  secret: string;
  uri: string;
  /** SVG. */
  qrCode: string;
}

/**
 * Begins an authenticator app as second factor, which counts once a code of it was verified
 * (supabase-protocol 2.10, POST /factors).
 * @throws {AuthError} 422 mfa_totp_enroll_not_enabled, too_many_enrolled_mfa_factors,
 * mfa_factor_name_conflict; 403 insufficient_aal
 */
export async function enrollTotp(
  deps: AuthDeps,
  caller: SignedInUser,
  params: { friendlyName: string | null; issuer: string | null },
): Promise<EnrolledTotp> {
  if (!deps.config.auth.totpEnabled) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  }
  const friendlyName = params.friendlyName ?? '';
  const secret = makeTotpSecret();
  const userId = caller.user.id;
  const id = randomUUID();
  const encryptedSecret = deps.masterKey.encrypt(secret, `TOTP secret ${id}`);
  await beginFactor(deps, caller, friendlyName, async (tx) => {
    await insertTotpFactor(tx, { id, userId, friendlyName, sealedSecret: encryptedSecret });
    return id;
  });
  recordOwnEvent(deps, caller, { event: 'factor_enrolled', reason: 'totp' });
  const account = caller.user.email ?? caller.user.phone ?? userId;
  const uri = totpUri(secret, { issuer: params.issuer ?? deps.hooks.appName(), account });
  return { id, friendlyName, secret, uri, qrCode: await drawQrCode(uri, { type: 'svg' }) };
}

/**
 * Adds a factor under the rules that hold for all.
 * @param insert gets the user's factors as they are, the user locked
 */
export async function beginFactor(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  friendlyName: string,
  insert: (tx: Queryable, factors: readonly FactorSummary[]) => Promise<string>,
): Promise<string> {
  return withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    await deleteStaleFactors(tx, user.id, STALE_SECONDS);
    const factors = (await findUserById(tx, user.id))?.factors ?? [];
    if (hasVerifiedFactor(factors) && session?.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    if (factors.length >= deps.config.auth.maximumFactors) {
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    }
    return insert(tx, factors);
  }).catch((error: unknown) => {
    if (!violatesUnique(error, 'mfa_factors_name_key')) throw error;
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${friendlyName}" for this user already exists`,
    );
  });
}

/** @throws {AuthError} 404 mfa_factor_not_found, also for another user's */
export async function requireFactor(db: Queryable, userId: string, id: string): Promise<FactorRow> {
  const factor = isUuid(id) ? await findFactor(db, userId, id) : null;
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found');
  return factor;
}

/**
 * Begins a proof of a factor (supabase-protocol 2.10); for a phone this sends the code.
 * @param channel how a message to a phone shall travel; null: by SMS
 * @throws {AuthError} 404 mfa_factor_not_found, 400 validation_failed, sms_send_failed, 429
 */
export async function challengeFactor(
  deps: AuthDeps,
  signedIn: SignedInUser,
  { factorId, channel }: { factorId: string; channel: string | null },
  caller: Caller,
): Promise<Challenge> {
  const factor = await requireFactor(deps.db, signedIn.user.id, factorId);
  const method = factorMethod(deps, factor);
  if (method) return method.challenge(signedIn.user, factor, channel, caller);
  return addChallenge(deps, factor, { id: randomUUID(), ip: caller.ip, codeHash: null });
}

/** Stores a challenge of a factor. */
export async function addChallenge(
  deps: AuthDeps,
  factor: FactorRow,
  challenge: { id: string; ip: string; codeHash: string | null },
): Promise<Challenge> {
  const lifeSeconds = deps.config.auth.challengeSeconds;
  const createdAt = await withRowLocks(deps.db, (tx) =>
    insertChallenge(tx, { ...challenge, factorId: factor.id, lifeSeconds }),
  );
  return { id: challenge.id, type: factor.factor_type, expiresAt: createdAt + lifeSeconds };
}

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
  await factorMethod(deps, { factor_type })?.countTry(id, challengeId);
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

/** The method whose factor this is; undefined for an authenticator app. */
function factorMethod(
  { methods }: AuthDeps,
  { factor_type: type }: Pick<FactorRow, 'factor_type'>,
): FactorMethod | undefined {
  return methods.find(({ factor }) => factor?.type === type)?.factor;
}

/**
 * Compares a code with the factor's present code, or with the sent one.
 * @returns the amr method that is proved, and the step of a code that depends on the time
 * @throws {AuthError} 422 mfa_verification_failed
 */
function proveFactor(
  deps: AuthDeps,
  factor: FactorRow,
  challenge: ChallengeRow,
  code: string,
): { method: string; step: number | null } {
  const method = factorMethod(deps, factor);
  if (method) return { method: method.prove(challenge, code), step: null };
  const secret = deps.masterKey.decrypt(factor.secret ?? '', `TOTP secret ${factor.id}`);
  const step = matchTotp(secret, code, {
    lastUsedStep: factor.last_used_step,
    now: Date.now(),
  });
  if (step === null) {
    throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  }
  return { method: 'totp', step };
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

/**
 * Raises a session that has proved a second factor to aal2. A holder of an older token must not
 * gain the proof with it, so the session gets new tokens.
 * @param method what proved it, for the session's `amr`
 * @throws {AuthError} 403 session_not_found
 */
export async function upgradeSession(
  tx: Queryable,
  sessionId: string,
  method: string,
): Promise<OpenedSession> {
  const session: SessionRow | null = await lockSession(tx, sessionId);
  if (!session) throw sessionNotFound();
  const proof = { method, timestamp: Math.floor(Date.now() / 1000) };
  const others = session.amr.filter((entry) => entry.method !== method);
  const raised = await setAssurance(tx, sessionId, { aal: 'aal2', amr: [proof, ...others] });
  await deleteTokensOfSession(tx, sessionId);
  return { session: raised, refreshToken: await beginTokens(tx, sessionId) };
}

/**
 * Removes a factor; when it was verified, all sessions go back to the first factor
 * (supabase-protocol 2.10).
 * @throws {AuthError} 404 mfa_factor_not_found, 422 insufficient_aal
 */
export async function unenrollFactor(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  factorId: string,
): Promise<string> {
  const removed = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    const factor = await requireFactor(tx, user.id, factorId);
    if (factor.status === 'verified' && session?.aal !== 'aal2') {
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    }
    await deleteFactor(tx, factor.id);
    if (factor.status === 'verified') {
      await lowerSessions(tx, user.id);
      await dropNeedlessRecoveryCodes(tx, user.id);
    }
    return factor;
  });
  recordOwnEvent(deps, { user, session }, { event: 'factor_removed', reason: removed.factor_type });
  return removed.id;
}
