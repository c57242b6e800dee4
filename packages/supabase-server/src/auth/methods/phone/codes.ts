import { randomUUID } from 'node:crypto';
import type { SmsChannel, SmsMessage } from '../../../sms/sms-sender.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { findUserById, insertPhoneUser, lockUser, type UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, RateLimitError } from '../../errors.ts';
import { type Metadata, splitMetadataChange } from '../../rules/user-metadata.ts';
import type { Caller } from '../../types.ts';
import { findUserByNewPhone, findUserByPhone } from './data.ts';
import { issueSms, sendSms } from './sms.ts';

interface CodeParams {
  /** A normalized number. */
  phone: string;
  channel: SmsChannel;
}

/**
 * Sends a code that signs in (supabase-protocol 2.6, POST /otp). An unknown number becomes an
 * account that its owner confirms by the same code, unless the caller or the operator wants no new
 * accounts: then no message goes out, and the answer is the same. So that its time is the same too,
 * the work follows after it, and its id is not the provider's (docs/adr/0008).
 * @returns the id of the message
 * @throws {AuthError} sms_send_failed where an account may be made; 429
 */
export async function requestSmsCode(
  deps: AuthDeps,
  params: CodeParams & { createUser: boolean; data: Metadata | null },
  caller: Caller,
): Promise<string> {
  const { phone, createUser, data } = params;
  await deps.limits.sms(caller, phone, null);
  if (createUser && deps.config.auth.signupEnabled) {
    const known = await findUserByPhone(deps.db, phone);
    return sendCode(deps, known?.id ?? (await addUser(deps, phone, data)), params);
  }
  deps.background.run('sign-in code', async () => {
    const known = await findUserByPhone(deps.db, phone);
    if (known) await sendCode(deps, known.id, params);
  });
  return randomUUID();
}

async function sendCode(deps: AuthDeps, userId: string, { phone, channel }: CodeParams): Promise<string> {
  const message = await withRowLocks(deps.db, async (tx): Promise<SmsMessage> => {
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    // The number went to another account in between.
    if (user?.phone !== phone) throw new AuthError(409, 'conflict', 'The account was changed, try again');
    // The password of an unconfirmed account may come from another person than the reader of this
    // message.
    const dropsPassword = user.phone_confirmed_at === null;
    return issueSms(tx, deps, { purpose: 'sms', user, phone, channel, dropsPassword });
  });
  return sendSms(deps, message);
}

async function addUser(deps: AuthDeps, phone: string, data: Metadata | null): Promise<string> {
  try {
    return await insertPhoneUser(deps.db, {
      phone,
      encryptedPassword: null,
      metadata: splitMetadataChange(data ?? {}).set,
      confirmed: false,
    });
  } catch (error) {
    // A concurrent request was faster: the message goes to the account that exists now.
    const faster = violatesUnique(error, 'users_phone_key') ? await findUserByPhone(deps.db, phone) : null;
    if (!faster) throw error;
    return faster.id;
  }
}

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
