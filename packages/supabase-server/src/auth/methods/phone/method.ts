import type { Queryable } from '../../../db/database.ts';
import type { SmsChannel } from '../../../sms/sms-sender.ts';
import { deleteTokensOf, type OneTimeTokenRow } from '../../data/one-time-tokens.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { findUserById, lockUser, type UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, phoneExists, tokenExpired, validationFailed } from '../../errors.ts';
import type { AccountChange, AddressMethod, AuthMethod } from '../../method.ts';
import { checkNewPassword } from '../../services/passwords.ts';
import type { Caller } from '../../types.ts';
import { requestSmsCode, resendSms } from './codes.ts';
import { confirmPhone, findUserByPhone, setNewPhone, setPhone } from './data.ts';
import { openPhoneFactor } from './factor.ts';
import { normalizePhone } from './phone-number.ts';
import { signUpWithPhone } from './sign-up.ts';
import { issueSms, readChannel, readPhone, requirePhones, sendSms } from './sms.ts';

const VERIFICATION_TYPES: readonly string[] = ['sms', 'phone_change'];

/** Phone numbers as addresses of accounts and as second factors; codes travel by SMS. */
export function openPhone(deps: AuthDeps): AuthMethod {
  const { enabled, confirmation } = deps.config.auth.phone;
  return {
    settings: {
      external: { phone: enabled },
      others: { phone_autoconfirm: !confirmation, sms_provider: deps.sms.provider },
    },
    async accountChange(user, params, caller) {
      const channel = readChannel(params.channel);
      const phone = await readNewPhone(deps, user, params.phone, caller);
      return phone === null ? null : changeOf(deps, user, phone, channel);
    },
    address: phoneAddresses(deps),
    factor: openPhoneFactor(deps),
  };
}

function phoneAddresses(deps: AuthDeps): AddressMethod {
  return {
    normalize: normalizePhone,
    read: (input) => readPhone(deps, input),
    set: (tx, userId, phone) => setPhone(tx, userId, phone, 'open'),
    taken: (error) => (violatesUnique(error, 'users_phone_key') ? phoneExists() : null),
    signInSubject(input) {
      requirePhones(deps, 422);
      const phone = normalizePhone(input);
      return {
        address: phone,
        find: async () => (phone === null ? null : findUserByPhone(deps.db, phone)),
        requireConfirmed(user) {
          if (user.phone_confirmed_at === null) {
            throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
          }
        },
      };
    },
    async signUp({ phone, channel, password, data }, caller) {
      requirePhones(deps);
      checkNewPassword(password, deps.config.auth);
      const account = { phone: readPhone(deps, phone), password, data, channel: readChannel(channel) };
      return signUpWithPhone(deps, account, caller);
    },
    async requestCode({ phone, channel, ...signIn }, caller) {
      requirePhones(deps);
      const reach = { phone: readPhone(deps, phone), channel: readChannel(channel) };
      return requestSmsCode(deps, { ...signIn, ...reach }, caller);
    },
    resends: VERIFICATION_TYPES,
    async resend({ type, phone, channel }, caller) {
      requirePhones(deps);
      const reach = { phone: readPhone(deps, phone), channel: readChannel(channel) };
      return resendSms(deps, { type: type === 'sms' ? type : 'phone_change', ...reach }, caller);
    },
    readCode(type, input) {
      requirePhones(deps);
      if (type !== 'sms' && type !== 'phone_change') {
        throw validationFailed('type: Invalid sms verification type');
      }
      return { purposes: [type], address: readPhone(deps, input) };
    },
    redeems: {
      sms: { apply: confirmNumber },
      phone_change: { apply: changeNumber, event: 'phone_changed' },
    },
    reauthenticate: (user, caller) => reauthenticateByPhone(deps, user, caller),
  };
}

function changeOf(deps: AuthDeps, user: UserRow, phone: string, channel: SmsChannel): AccountChange {
  if (deps.config.auth.phone.confirmation) {
    return {
      begin: () => requestPhoneChange(deps, user.id, phone, channel),
      keeps: ['phone_change'],
    };
  }
  return {
    async apply(tx) {
      await setPhone(tx, user.id, phone, 'accepted');
      await deleteTokensOf(tx, user.id);
    },
    keeps: [],
    event: 'phone_changed',
  };
}

async function confirmNumber(tx: Queryable, token: OneTimeTokenRow, user: UserRow): Promise<void> {
  if (token.address !== user.phone) throw tokenExpired('code');
  await confirmPhone(tx, user.id, { dropPassword: token.drops_password });
}

async function changeNumber(tx: Queryable, token: OneTimeTokenRow, user: UserRow): Promise<void> {
  if (token.address !== user.new_phone) throw tokenExpired('code');
  await setPhone(tx, user.id, token.address, 'verified');
  await deleteTokensOf(tx, user.id);
}

/**
 * Reads the number that a user wants (supabase-protocol 2.8, PUT /user). As in the protocol, the
 * response reveals whether another account has it, but only as often as messages may be sent.
 * @returns null when it is their present number
 * @throws {AuthError} 400 phone_provider_disabled, 400 validation_failed, 422 phone_exists, 429
 */
async function readNewPhone(
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
async function requestPhoneChange(
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

/** @throws {AuthError} 422 phone_not_confirmed, 400 phone_provider_disabled, sms_send_failed, 429 */
async function reauthenticateByPhone(deps: AuthDeps, user: UserRow, caller: Caller): Promise<void> {
  const { phone } = user;
  if (phone === null || user.phone_confirmed_at === null) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  requirePhones(deps);
  await deps.limits.sms(caller, phone, user.id);
  const message = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    return issueSms(tx, deps, { purpose: 'reauthentication', user, phone, channel: 'sms' });
  });
  await sendSms(deps, message);
}
