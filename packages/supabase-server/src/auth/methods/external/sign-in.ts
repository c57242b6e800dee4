import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../db/database.ts';
import { insertIssuedFlow } from '../../data/flow-states.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { findUserById, type UserRow } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { tokenParameters, withParameters } from '../../http/redirect.ts';
import { hashSecret } from '../../rules/one-time-code.ts';
import { type IssuedLink, sendLater } from '../../services/auth-mail.ts';
import { encryptProviderTokens } from '../../services/exchange-code.ts';
import { recordEvent } from '../../services/security-events.ts';
import { issueTokens, type OpenedSession, openSession } from '../../services/sign-in.ts';
import type { LinkRequest, ProviderTokens, SignIn } from '../../types.ts';
import { linkToUser, needsVerification, resolveAccount } from './account.ts';
import { findIdentityOwner } from './data.ts';
import type { ExternalIdentity } from './providers/identity-provider.ts';
import { ProviderError } from './providers/identity-provider.ts';

export interface ExternalSignIn {
  identity: ExternalIdentity;
  /** The signed-in user who began the flow to link the identity; null for a sign-in. */
  linkingUserId: string | null;
  /** The provider's tokens for the client; null when the provider gave none. */
  providerTokens: ProviderTokens | null;
  /** The end of the session that the service set; null or left out: when the user ends it. */
  sessionNotAfter?: Date | null;
}

export type ExternalOutcome =
  | { kind: 'signed-in'; signIn: SignIn }
  /** A code for the client that has the code verifier. */
  | { kind: 'code'; code: string };

type Finished =
  | { kind: 'mail'; mail: IssuedLink }
  | { kind: 'code'; code: string }
  | { kind: 'opened'; user: UserRow; opened: OpenedSession };

/** Two first sign-ins at once: the slower one finds the account of the faster. */
const ATTEMPTS = 3;

/**
 * Signs in a user confirmed by another service, in one transaction: a client that came with a code
 * challenge gets a code, any other one tokens (supabase-protocol 2.9, /callback).
 * @throws {AuthError} those of {@link resolveAccount} and {@link linkToUser}; the changes stay when
 * a mail was sent
 */
export async function signInExternally(
  deps: AuthDeps,
  signIn: ExternalSignIn,
  request: LinkRequest,
): Promise<ExternalOutcome> {
  const { identity, providerTokens } = signIn;
  const { provider, subject } = identity;
  if (signIn.linkingUserId === null && !(await findIdentityOwner(deps.db, { provider, subject }))) {
    await deps.limits.signUp(request.caller);
  }
  const finished = await retryRaces(() =>
    withRowLocks(deps.db, async (tx): Promise<Finished> => {
      const account =
        signIn.linkingUserId === null
          ? await resolveAccount(tx, deps, identity, request)
          : await linkToUser(tx, signIn.linkingUserId, identity);
      if (account.kind === 'unconfirmed') return { kind: 'mail', mail: account.mail };
      return finish(tx, account.userId, signIn, request);
    }),
  );
  switch (finished.kind) {
    case 'mail':
      sendLater(deps, finished.mail);
      throw needsVerification(provider, true);
    case 'code':
      return finished;
    case 'opened': {
      const { user, opened } = finished;
      const reason = identity.ssoProviderId ? 'sso/saml' : 'oauth';
      recordEvent(deps, request.caller.ip, { event: 'sign_in', userId: user.id, reason });
      const tokens = await issueTokens(deps, { user, caller: request.caller, ...opened });
      return { kind: 'signed-in', signIn: { user, tokens, providerTokens } };
    }
  }
}

async function finish(
  tx: Queryable,
  userId: string,
  { identity, providerTokens, sessionNotAfter = null }: ExternalSignIn,
  { caller, challenge }: LinkRequest,
): Promise<Finished> {
  const sso = identity.ssoProviderId ?? null;
  const method = sso === null ? 'oauth' : 'sso/saml';
  if (challenge !== null) {
    const code = randomUUID();
    await insertIssuedFlow(tx, {
      userId,
      method,
      provider: sso,
      challenge,
      codeHash: hashSecret(code),
      providerTokensSealed: encryptProviderTokens(providerTokens, code),
      sessionNotAfter,
    });
    return { kind: 'code', code };
  }
  const opened = await openSession(tx, userId, method, caller, {
    provider: sso,
    notAfter: sessionNotAfter,
  });
  const user = await findUserById(tx, userId);
  if (!user) throw new Error('the locked user is gone');
  return { kind: 'opened', user, opened };
}

async function retryRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const raced = ['users_email_key', 'identities_provider_provider_id_key'].some((index) =>
        violatesUnique(error, index),
      );
      if (!raced || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * The address to which the browser is redirected with the result of an external sign-in
 * (supabase-protocol 2.9, /callback).
 */
export function outcomeUrl(target: string, outcome: ExternalOutcome): string {
  if (outcome.kind === 'code')
    return withParameters(target, { query: { code: outcome.code }, fragment: null });
  const { tokens, providerTokens } = outcome.signIn;
  return withParameters(target, { query: {}, fragment: tokenParameters(tokens, providerTokens ?? null) });
}

/**
 * Turns a provider's failure into ours, and logs which it was.
 * @throws {AuthError} 500 unexpected_failure
 */
export async function unavailable<T>(deps: AuthDeps, message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ reason: error.message }, 'an identity provider failed');
    throw new AuthError(500, 'unexpected_failure', message);
  }
}
