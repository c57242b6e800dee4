import type { SmsChannel, SmsMessage } from '../../../sms/sms-sender.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { findUserById, insertPhoneUser, lockUser } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, userAlreadyExists } from '../../errors.ts';
import { type Metadata, splitMetadataChange } from '../../rules/user-metadata.ts';
import { issueTokens, openSession } from '../../services/sign-in.ts';
import { decoyUser } from '../../services/sign-up.ts';
import type { Caller, SignUp } from '../../types.ts';
import { claimUnconfirmedPhoneUser, findUserByPhone } from './data.ts';
import { issueSms, sendSms } from './sms.ts';

interface PhoneAccount {
  phone: string;
  encryptedPassword: string;
  metadata: Metadata;
}

/**
 * Adds a user by phone number (supabase-protocol 2.4, POST /signup): signed in at once, or after
 * the code of a message was typed in.
 * @param params.password one that passes the rules
 * @throws {AuthError} 422 user_already_exists where numbers count at once, sms_send_failed, 429
 */
export async function signUpWithPhone(
  deps: AuthDeps,
  params: { phone: string; password: string; data: Metadata | null; channel: SmsChannel },
  caller: Caller,
): Promise<SignUp> {
  const { phone, password, channel } = params;
  const confirmation = deps.config.auth.phone.confirmation;
  await deps.limits.signUp(caller);
  if (confirmation) await deps.limits.sms(caller, phone, null);
  const known = await findUserByPhone(deps.db, phone);
  if (!confirmation && known && known.phone_confirmed_at !== null) throw userAlreadyExists();
  const account: PhoneAccount = {
    phone,
    encryptedPassword: await deps.passwords.hash(password),
    metadata: splitMetadataChange(params.data ?? {}).set,
  };
  if (!confirmation) return signInAtOnce(deps, account, caller);
  const waiting = known?.phone_confirmed_at === null ? known : null;
  // The work is the same whether there is a password to compare or not.
  const samePassword = await deps.passwords.verify(password, waiting?.encrypted_password ?? null);
  return announce(deps, account, { channel, knownId: known?.id ?? null, samePassword });
}

async function signInAtOnce(deps: AuthDeps, account: PhoneAccount, caller: Caller): Promise<SignUp> {
  const { user, opened } = await withRowLocks(deps.db, async (tx) => {
    const userId =
      (await claimUnconfirmedPhoneUser(tx, account.phone, account)) ??
      (await insertPhoneUser(tx, { ...account, confirmed: true }));
    const opened = await openSession(tx, userId, 'password', caller);
    const user = await findUserById(tx, userId);
    if (!user) throw new Error('the new user cannot be read');
    return { user, opened };
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_phone_key') ? userAlreadyExists() : error;
  });
  return {
    kind: 'signed-in',
    signIn: { user, tokens: await issueTokens(deps, { user, caller, ...opened }) },
  };
}

/**
 * Sends a code. An account that waits for one already keeps its password only if it was given
 * again, because its first claimant may not own the number. For a confirmed account the response is
 * invented, so as not to reveal the account, and the code signs its owner in: sending nothing would
 * show in the response time, and in the absence of failures.
 */
async function announce(
  deps: AuthDeps,
  account: PhoneAccount,
  { channel, knownId, samePassword }: { channel: SmsChannel; knownId: string | null; samePassword: boolean },
): Promise<SignUp> {
  const { phone } = account;
  const outcome = await withRowLocks(deps.db, async (tx) => {
    const known = await findUserByPhone(tx, phone);
    // Its password was not compared, and may be the one that was given here.
    if (known && known.id !== knownId) throw changedMeanwhile();
    const userId = known?.id ?? (await insertPhoneUser(tx, { ...account, confirmed: false }));
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    if (user?.phone !== phone) throw changedMeanwhile();
    const dropsPassword = known !== null && user.phone_confirmed_at === null && !samePassword;
    const message = await issueSms(tx, deps, { purpose: 'sms', user, phone, channel, dropsPassword });
    return { message, waiting: user.phone_confirmed_at === null ? user.id : null };
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_phone_key') ? changedMeanwhile() : error;
  });
  await sendSms(deps, outcome.message satisfies SmsMessage);
  return { kind: 'confirmation-sent', user: decoyUser(deps, account, outcome.waiting) };
}

function changedMeanwhile(): AuthError {
  return new AuthError(409, 'conflict', 'Too many requests change the same account at once, try again');
}
