import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { claimUnconfirmedUser } from '../data/user-addresses.ts';
import { findUserByEmail, findUserById, insertEmailUser, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, phoneDisabled, userAlreadyExists, validationFailed } from '../errors.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import { issueLink, type LinkRequest, sendLater } from './auth-mail.ts';
import { readChannel, readPhone } from './auth-sms.ts';
import { decoyUser } from './decoy-user.ts';
import { checkNewPassword } from './passwords/new-password.ts';
import { readAddress } from './request-link.ts';
import { issueTokens, openSession } from './sign-in.ts';
import { signUpAnonymously } from './sign-up-anonymously.ts';
import type { SignUp } from './sign-up-result.ts';
import { signUpWithPhone } from './sign-up-with-phone.ts';

export interface SignUpParams {
  email: string | null;
  phone: string | null;
  password: string | null;
  /** Becomes `user_metadata`. */
  data: Metadata | null;
  /** The channel of a message to the phone; null: SMS. */
  channel: string | null;
}

/** A sign-up whose fields are good. */
interface Account {
  email: string;
  encryptedPassword: string;
  metadata: Metadata;
}

/**
 * Adds a user (supabase-protocol 2.4, POST /signup): signed in at once, or after a mail to the
 * address was opened.
 * @throws {AuthError} the refusals listed there
 */
export async function signUp(deps: AuthDeps, params: SignUpParams, request: LinkRequest): Promise<SignUp> {
  const { email: address, phone, password, data } = params;
  if (address === null && phone === null) {
    return { kind: 'signed-in', signIn: await signUpAnonymously(deps, data, request.caller) };
  }
  if (!deps.config.auth.signupEnabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (password === null) throw validationFailed('password: Signup requires a valid password');
  if (address !== null && phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (phone !== null && !deps.config.auth.phone.enabled) throw phoneDisabled();
  checkNewPassword(password, deps.config.auth);
  if (address === null) {
    const signIn = { phone: readPhone(deps, phone), password, data, channel: readChannel(params.channel) };
    return signUpWithPhone(deps, signIn, request.caller);
  }
  const email = readAddress(address);
  await deps.limits.signUp(request.caller);
  const confirmation = deps.config.auth.emailConfirmation;
  if (confirmation) {
    await deps.limits.mail(request.caller, email);
  } else {
    // Saves the hashing; the unique index decides when two come at once.
    const known = await findUserByEmail(deps.db, email);
    if (known && known.email_confirmed_at !== null) throw userAlreadyExists();
  }
  const account: Account = {
    email,
    encryptedPassword: await deps.passwords.hash(password),
    metadata: splitMetadataChange(data ?? {}).set,
  };
  return confirmation ? announce(deps, account, { password, request }) : signInAtOnce(deps, account, request);
}

async function signInAtOnce(deps: AuthDeps, account: Account, { caller }: LinkRequest): Promise<SignUp> {
  const { user, opened } = await withRowLocks(deps.db, async (tx) => {
    const userId =
      (await claimUnconfirmedUser(tx, account.email, account)) ??
      (await insertEmailUser(tx, { ...account, confirmed: true }));
    const opened = await openSession(tx, userId, 'password', caller);
    const user = await findUserById(tx, userId);
    if (!user) throw new Error('the new user cannot be read');
    return { user, opened };
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_email_key') ? userAlreadyExists() : error;
  });
  return {
    kind: 'signed-in',
    signIn: { user, tokens: await issueTokens(deps, { user, caller, ...opened }) },
  };
}

/**
 * Mails a confirmation. An account that waits for one already keeps its data, and its password only
 * if it was given again, because its first claimant may not own the address. A confirmed account
 * gets no mail.
 */
async function announce(
  deps: AuthDeps,
  account: Account,
  { password, request }: { password: string; request: LinkRequest },
  isSecondTry = false,
): Promise<SignUp> {
  const { email } = account;
  const before = await findUserByEmail(deps.db, email);
  const waiting = before?.email_confirmed_at === null ? before : null;
  // The work is the same whether there is a password to compare or not.
  const samePassword = await deps.passwords.verify(password, waiting?.encrypted_password ?? null);
  const outcome = await withRowLocks(deps.db, async (tx) => {
    const known = await findUserByEmail(tx, email);
    // Its password was not compared yet, and may be the one that was given here.
    if (known && known.id !== before?.id && !isSecondTry) return 'overtaken' as const;
    const userId = known?.id ?? (await insertEmailUser(tx, { ...account, confirmed: false }));
    await lockUser(tx, userId);
    const user = await findUserById(tx, userId);
    if (!user || user.email_confirmed_at !== null) return null;
    const mail = await issueLink(tx, deps, {
      kind: 'confirmation',
      purpose: 'confirmation',
      user,
      address: email,
      request,
      dropsPassword: known !== null && !samePassword,
    });
    return { mail, userId };
  }).catch((error: unknown) => {
    if (!isSecondTry && violatesUnique(error, 'users_email_key')) return 'overtaken' as const;
    throw error;
  });
  // The faster sign-up may be another person's: its password must not stay because of the race.
  if (outcome === 'overtaken') return announce(deps, account, { password, request }, true);
  if (outcome) sendLater(deps, outcome.mail);
  return { kind: 'confirmation-sent', user: decoyUser(deps, account, outcome?.userId ?? null) };
}
