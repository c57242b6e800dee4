import type { Caller } from '../caller.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserByEmail, findUserById, insertEmailUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { normalizeEmail } from '../rules/email-address.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import { checkNewPassword } from './new-password.ts';
import { issueTokens, openSession, type SignIn } from './sign-in.ts';

export interface SignUpParams {
  email: string | null;
  phone: string | null;
  password: string | null;
  /** Becomes `user_metadata`. */
  data: Metadata | null;
}

/**
 * Adds a user and signs them in at once (wire facts A4, POST /signup with confirmation off).
 * @throws {AuthError} the refusals listed there
 */
export async function signUp(deps: AuthDeps, params: SignUpParams, caller: Caller): Promise<SignIn> {
  const { email: address, phone, password, data } = params;
  if (address === null && phone === null) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!deps.config.auth.signupEnabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (password === null) throw validationFailed('password: Signup requires a valid password');
  if (address !== null && phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided on signup.');
  }
  if (address === null) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  checkNewPassword(password, deps.config.auth);
  const email = normalizeEmail(address);
  if (email === null) throw validationFailed('email: Unable to validate email address: invalid format');
  // Saves the hashing; the unique index decides when two come at once.
  if (await findUserByEmail(deps.db, email)) throw userAlreadyExists();

  const encryptedPassword = await deps.passwords.hash(password);
  const { user, opened } = await withRowLocks(deps.db, async (tx) => {
    const metadata = splitMetadataChange(data ?? {}).set;
    const userId = await insertEmailUser(tx, { email, encryptedPassword, metadata });
    const opened = await openSession(tx, userId, 'password', caller);
    const user = await findUserById(tx, userId);
    if (!user) throw new Error('the new user cannot be read');
    return { user, opened };
  }).catch((error: unknown) => {
    throw violatesUnique(error, 'users_email_key') ? userAlreadyExists() : error;
  });
  return { user, tokens: await issueTokens(deps, { user, caller, ...opened }) };
}

function userAlreadyExists(): AuthError {
  return new AuthError(422, 'user_already_exists', 'User already registered');
}
