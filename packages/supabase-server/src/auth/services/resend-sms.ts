import { randomUUID } from 'node:crypto';
import type { SmsChannel, SmsMessage } from '../../sms/sms-sender.ts';
import type { Caller } from '../caller.ts';
import { findUserByNewPhone, findUserByPhone } from '../data/phone-users.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { RateLimitError } from '../errors.ts';
import { issueSms, sendSms } from './auth-sms.ts';

interface ResendParams {
  type: 'sms' | 'phone_change';
  phone: string;
  channel: SmsChannel;
}

/**
 * Sends the code of a sign-up or of a change of number again (supabase-protocol 2.6, POST /resend).
 * The response does not reveal whether one exists: the work follows after it, so its id is not the
 * provider's.
 * @param params.phone the unconfirmed number; a change can also be named by the account's present
 * number
 * @throws {AuthError} 429
 */
export async function resendSms(deps: AuthDeps, params: ResendParams, caller: Caller): Promise<string> {
  await deps.limits.sms(caller, params.phone, null);
  deps.background.run(`resend ${params.type}`, async () => {
    const message = await issueAgain(deps, params, caller);
    if (message) await sendSms(deps, message);
  });
  return randomUUID();
}

async function issueAgain(deps: AuthDeps, params: ResendParams, caller: Caller): Promise<SmsMessage | null> {
  const { type, phone, channel } = params;
  const found = await findWaiting(deps, params);
  if (!found || !(await mayReach(deps, found, params, caller))) return null;
  return withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, found.id);
    const user = await findUserById(tx, found.id);
    if (!user) return null;
    if (type === 'sms') {
      if (user.phone !== phone || user.phone_confirmed_at !== null) return null;
      return issueSms(tx, deps, { purpose: 'sms', user, phone, channel });
    }
    if (user.new_phone === null || user.new_phone !== found.new_phone) return null;
    return issueSms(tx, deps, { purpose: 'phone_change', user, phone: user.new_phone, channel });
  });
}

async function findWaiting({ db }: AuthDeps, { type, phone }: ResendParams): Promise<UserRow | null> {
  const owner = await findUserByPhone(db, phone);
  if (type === 'sms') return owner;
  return owner !== null && owner.new_phone !== null ? owner : findUserByNewPhone(db, phone);
}

/**
 * The limits were taken of the number that was named: the one that a change leads to has limits of
 * its own.
 */
async function mayReach(
  deps: AuthDeps,
  user: UserRow,
  params: ResendParams,
  caller: Caller,
): Promise<boolean> {
  if (params.type === 'sms' || user.new_phone === null || user.new_phone === params.phone) return true;
  try {
    await deps.limits.sms(caller, user.new_phone, user.id);
    return true;
  } catch (error) {
    if (error instanceof RateLimitError) return false;
    throw error;
  }
}
