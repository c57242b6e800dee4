import type { Caller } from '../caller.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById, insertAnonymousUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { type Metadata, splitMetadataChange } from '../rules/user-metadata.ts';
import { issueTokens, openSession, type SignIn } from './sign-in.ts';

/**
 * Adds a user without an address (supabase-protocol 2.4, POST /signup). Adding one later makes a
 * full user of them; until then nothing but their session leads to the account.
 * @throws {AuthError} 422 anonymous_provider_disabled, 422 signup_disabled, 429
 */
export async function signUpAnonymously(
  deps: AuthDeps,
  data: Metadata | null,
  caller: Caller,
): Promise<SignIn> {
  if (!deps.config.auth.anonymousUsersEnabled || !deps.hooks.anonymousUsersEnabled()) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!deps.config.auth.signupEnabled) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await deps.limits.signUp(caller);
  const { user, opened } = await withRowLocks(deps.db, async (tx) => {
    const userId = await insertAnonymousUser(tx, splitMetadataChange(data ?? {}).set);
    const opened = await openSession(tx, userId, 'anonymous', caller);
    const user = await findUserById(tx, userId);
    if (!user) throw new Error('the new user cannot be read');
    return { user, opened };
  });
  return { user, tokens: await issueTokens(deps, { user, caller, ...opened }) };
}
