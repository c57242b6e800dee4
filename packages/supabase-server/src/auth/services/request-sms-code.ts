import { randomBytes, randomUUID } from 'node:crypto';
import type { SmsChannel, SmsMessage } from '../../sms/sms-sender.ts';
import type { Caller } from '../caller.ts';
import { findUserByPhone } from '../data/phone-users.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserById, insertPhoneUser, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import { issueSms, sendSms } from './auth-sms.ts';

/**
 * Sends a code that signs in (supabase-protocol 2.6, POST /otp). An unknown number becomes an
 * account that its owner confirms by the same code, unless the caller or the operator wants no new
 * accounts: then no message goes out, and the answer is the same.
 * @param params.phone a normalized number
 * @returns the id of the message
 * @throws {AuthError} sms_send_failed, 429
 */
export async function requestSmsCode(
  deps: AuthDeps,
  params: { phone: string; createUser: boolean; data: Metadata | null; channel: SmsChannel },
  caller: Caller,
): Promise<string> {
  const { phone, createUser, data, channel } = params;
  await deps.limits.sms(caller, phone, null);
  const known = await findUserByPhone(deps.db, phone);
  if (!known && !(createUser && deps.config.auth.signupEnabled)) return decoyMessageId(deps);
  const userId = known?.id ?? (await addUser(deps, phone, data));
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

/** Looks like the message ids of the sender: of Twilio, or of the folder that replaces it. */
function decoyMessageId({ config }: AuthDeps): string {
  return config.sms.twilio === null ? randomUUID() : `SM${randomBytes(16).toString('hex')}`;
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
