import { decrypt, encrypt } from '../../keys/encrypt.ts';
import { deleteFlow, lockFlowByCode } from '../data/flow-states.ts';
import { withRowLocks } from '../data/transaction.ts';
import { findUserById } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { isBanned } from '../rules/access.ts';
import { hashSecret } from '../rules/one-time-code.ts';
import { matchesChallenge } from '../rules/pkce.ts';
import type { Caller, ProviderTokens, SignIn } from '../types.ts';
import { recordEvent } from './security-events.ts';
import { issueTokens, openSession } from './sign-in.ts';

/** Seconds from the moment the link was opened; the link itself lives as long as its mail. */
const CODE_LIFE_SECONDS = 300;

/**
 * Exchanges the code that a link gave, for the client that has the verifier
 * (supabase-protocol 2.5, 2.14, grant_type=pkce).
 * @throws {AuthError} 404 flow_state_not_found, 422 flow_state_expired, 400 bad_code_verifier, 400
 * validation_failed, 400 user_banned
 */
export async function exchangeCode(
  deps: AuthDeps,
  params: { authCode: string | null; verifier: string | null },
  caller: Caller,
): Promise<SignIn> {
  const { authCode, verifier } = params;
  if (authCode === null || verifier === null) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const { user, opened, providerTokens, method } = await withRowLocks(deps.db, async (tx) => {
    const flow = await lockFlowByCode(tx, hashSecret(authCode));
    if (!flow)
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    if (flow.code_age_seconds > CODE_LIFE_SECONDS) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    const challenge = { challenge: flow.code_challenge, method: flow.code_challenge_method };
    if (!matchesChallenge(verifier, challenge)) {
      throw new AuthError(
        400,
        'bad_code_verifier',
        'code challenge does not match previously saved code verifier',
      );
    }
    await deleteFlow(tx, flow.id);
    const opened = await openSession(tx, flow.user_id, flow.authentication_method, caller, {
      provider: flow.provider,
      notAfter: flow.session_not_after,
    });
    const user = await findUserById(tx, flow.user_id);
    if (!user) throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, its user is gone');
    if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned');
    const providerTokens = decryptProviderTokens(flow.provider_tokens_sealed, authCode);
    return { user, opened, providerTokens, method: flow.authentication_method };
  });
  recordEvent(deps, caller.ip, { event: 'sign_in', userId: user.id, reason: method });
  return { user, tokens: await issueTokens(deps, { user, caller, ...opened }), providerTokens };
}

const ENCRYPTION_PURPOSE = 'dragoman provider tokens seal 1';

/**
 * Encrypts another service's tokens for the minutes until the client exchanges its code. The
 * database has only the hash of the code, so only the client can decrypt them.
 */
export function encryptProviderTokens(tokens: ProviderTokens | null, authCode: string): Buffer | null {
  return tokens === null ? null : encrypt(JSON.stringify(tokens), authCode, ENCRYPTION_PURPOSE);
}

export function decryptProviderTokens(encrypted: Buffer | null, authCode: string): ProviderTokens | null {
  return encrypted === null
    ? null
    : (JSON.parse(decrypt(encrypted, authCode, ENCRYPTION_PURPOSE)) as ProviderTokens);
}
