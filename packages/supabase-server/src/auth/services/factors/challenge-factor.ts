import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../db/database.ts';
import { isUuid } from '../../../util/uuid.ts';
import type { Caller, SignedInUser } from '../../caller.ts';
import { type FactorRow, findFactor, insertChallenge } from '../../data/factors.ts';
import { withRowLocks } from '../../data/transaction.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { makeCode } from '../../rules/one-time-code.ts';
import { codeMessage, readChannel, sendSms } from '../auth-sms.ts';

/** The data with which a client names a challenge. */
export interface Challenge {
  id: string;
  type: string;
  /** Unix seconds. */
  expiresAt: number;
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
  if (factor.factor_type === 'phone') return challengePhone(deps, signedIn, factor, channel, caller);
  return addChallenge(deps, factor, { id: randomUUID(), ip: caller.ip, codeHash: null });
}

async function challengePhone(
  deps: AuthDeps,
  { user }: SignedInUser,
  factor: FactorRow,
  channelName: string | null,
  caller: Caller,
): Promise<Challenge> {
  const phone = factor.phone ?? '';
  const channel = readChannel(channelName);
  await deps.limits.sms(caller, phone, user.id);
  const id = randomUUID();
  const code = makeCode(deps.config.auth.phone.codeDigits);
  const challenge = await addChallenge(deps, factor, {
    id,
    ip: caller.ip,
    codeHash: deps.hashCode(id, code),
  });
  await sendSms(deps, await codeMessage(deps.db, deps, { user, phone, channel, code }));
  return challenge;
}

async function addChallenge(
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
