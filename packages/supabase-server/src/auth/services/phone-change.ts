import type { SmsChannel } from '../../sms/sms-sender.ts';
import type { Caller } from '../caller.ts';
import { findUserByPhone, setNewPhone } from '../data/phone-users.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, phoneExists } from '../errors.ts';
import { issueSms, readPhone, requirePhones, sendSms } from './auth-sms.ts';

/**
 * Reads the number that a user wants (supabase-protocol 2.8, PUT /user). As in the protocol, the
 * response reveals whether another account has it, but only as often as messages may be sent.
 * @returns null when it is their present number
 * @throws {AuthError} 400 phone_provider_disabled, 400 validation_failed, 422 phone_exists, 429
 */
export async function readNewPhone(
  deps: AuthDeps,
  user: UserRow,
  input: string | null,
  caller: Caller,
): Promise<string | null> {
  if (input === null) return null;
  requirePhones(deps);
  const phone = readPhone(deps, input);
  if (phone === user.phone) return null;
  await deps.limits.sms(caller, phone, user.id);
  if (await findUserByPhone(deps.db, phone)) throw phoneExists();
  return phone;
}

/**
 * Begins the change of a user's number: it waits until its owner has typed in the code sent there.
 * @throws {AuthError} sms_send_failed
 */
export async function requestPhoneChange(
  deps: AuthDeps,
  userId: string,
  phone: string,
  channel: SmsChannel,
): Promise<void> {
  const message = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    await setNewPhone(tx, userId, phone);
    return issueSms(tx, deps, { purpose: 'phone_change', user, phone, channel });
  });
  await sendSms(deps, message);
}
