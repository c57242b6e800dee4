import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import { issueFlowCode } from '../data/flow-states.ts';
import {
  claimAttempts,
  deleteTokensOf,
  findTokenByLink,
  type OneTimeTokenRow,
  takeToken,
  unusedPurposes,
} from '../data/one-time-tokens.ts';
import { withRowLocks } from '../data/transaction.ts';
import { confirmEmail, setEmail } from '../data/user-addresses.ts';
import { findUserById, lockUser, type UserRow } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, tokenExpired } from '../errors.ts';
import { addressTaken, findAddressMethod } from '../method.ts';
import { isBanned } from '../rules/access.ts';
import {
  hashSecret,
  PKCE_PREFIX,
  type TokenPurpose,
  VERIFICATION_PURPOSES,
  type VerificationType,
} from '../rules/one-time-code.ts';
import type { Caller, SignIn } from '../types.ts';
import { recordEvent } from './security-events.ts';
import { issueTokens, type OpenedSession, openSession } from './sign-in.ts';

const EMAIL_CHANGE: readonly TokenPurpose[] = ['email_change_current', 'email_change_new'];

/** Flows that the link of a token can belong to, by the token's purpose. */
const FLOW_METHODS: Record<TokenPurpose, readonly string[]> = {
  confirmation: ['email/signup', 'invite'],
  recovery: ['recovery', 'magiclink'],
  email_change_current: ['email_change'],
  email_change_new: ['email_change'],
  reauthentication: [],
  sms: [],
  phone_change: [],
};

export type Verified =
  | { kind: 'signed-in'; signIn: SignIn }
  /** A code for the client that has the code verifier. */
  | { kind: 'code'; code: string }
  /** The first of the two confirmations of an e-mail change. */
  | { kind: 'halfway'; message: string };

type Redeemed = 'halfway' | { code: string } | { user: UserRow; opened: OpenedSession };

const HALFWAY_MESSAGE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Redeems a code typed in (supabase-protocol 2.6, POST /verify).
 * @param params.address the normalized address or number that the code went to
 * @throws {AuthError} 403 otp_expired, 403 user_banned, 429
 */
export async function verifyCode(
  deps: AuthDeps,
  params: { purposes: readonly TokenPurpose[]; address: string; code: string },
  caller: Caller,
): Promise<Verified> {
  const takeBack = await deps.limits.code(caller, params.address);
  const token = await matchCode(deps, params);
  if (!token) {
    recordEvent(deps, caller.ip, { event: 'sign_in_failed', reason: 'wrong_code' });
    throw tokenExpired('code');
  }
  const verified = await redeem(deps, token, { caller, kind: 'code', asCode: false });
  await takeBack();
  return verified;
}

/**
 * Redeems the token of a link.
 * @param params.asCode whether a link of a client with a code challenge gives a code, as in a
 * browser, or tokens
 * @throws {AuthError} as above, 404 flow_state_not_found
 */
export async function verifyLink(
  deps: AuthDeps,
  params: { type: VerificationType; linkToken: string; asCode: boolean },
  caller: Caller,
): Promise<Verified> {
  const purposes = VERIFICATION_PURPOSES[params.type];
  const token = await findTokenByLink(deps.db, hashSecret(params.linkToken), purposes);
  if (!token) {
    recordEvent(deps, caller.ip, { event: 'sign_in_failed', reason: 'wrong_link' });
    await deps.limits.wrongLink(caller);
    throw tokenExpired('link');
  }
  const asCode = params.asCode && params.linkToken.startsWith(PKCE_PREFIX);
  return redeem(deps, token, { caller, kind: 'link', asCode });
}

/** @returns the token that the code belongs to, or null; either way an attempt is spent. */
export async function matchCode(
  { db, config, hashCode }: AuthDeps,
  given: { address: string; purposes: readonly TokenPurpose[]; code: string; userId?: string },
): Promise<OneTimeTokenRow | null> {
  const hash = hashCode(given.address, given.code);
  const tokens = await claimAttempts(db, { ...given, maxAttempts: config.auth.codeAttempts });
  return tokens.find(({ code_hash }) => code_hash === hash || code_hash === `${PKCE_PREFIX}${hash}`) ?? null;
}

async function redeem(
  deps: AuthDeps,
  token: OneTimeTokenRow,
  how: { caller: Caller; kind: 'code' | 'link'; asCode: boolean },
): Promise<Verified> {
  const outcome = await withRowLocks(deps.db, async (tx): Promise<Redeemed> => {
    await lockUser(tx, token.user_id);
    const before = await findUserById(tx, token.user_id);
    if (!before || !(await takeToken(tx, token.id))) throw tokenExpired(how.kind);
    if (isBanned(before)) throw new AuthError(403, 'user_banned', 'User is banned');
    if (!(await applyToken(tx, deps, token, before, how.kind))) return 'halfway';
    if (how.asCode) return { code: await giveCode(tx, token) };
    const opened = await openSession(tx, token.user_id, 'otp', how.caller);
    const user = await findUserById(tx, token.user_id);
    if (!user) throw new Error('the locked user is gone');
    return { user, opened };
  }).catch((error: unknown) => {
    throw addressTaken(deps, error) ?? error;
  });
  if (outcome !== 'halfway') recordRedeemed(deps, token, how.caller);
  if (outcome === 'halfway') return { kind: 'halfway', message: HALFWAY_MESSAGE };
  if ('code' in outcome) return { kind: 'code', code: outcome.code };
  const { user, opened } = outcome;
  recordEvent(deps, how.caller.ip, { event: 'sign_in', userId: user.id, reason: how.kind });
  const tokens = await issueTokens(deps, { user, caller: how.caller, ...opened });
  return { kind: 'signed-in', signIn: { user, tokens } };
}

/** A new address counts from here on. */
function recordRedeemed(deps: AuthDeps, token: OneTimeTokenRow, { ip }: Caller): void {
  const userId = token.user_id;
  if (EMAIL_CHANGE.includes(token.purpose)) recordEvent(deps, ip, { event: 'email_changed', userId });
  const event = findAddressMethod(deps)?.redeems[token.purpose]?.event;
  if (event) recordEvent(deps, ip, { event, userId });
}

/**
 * Performs the token's purpose.
 * @returns false when another confirmation must come first.
 */
async function applyToken(
  tx: Queryable,
  deps: AuthDeps,
  token: OneTimeTokenRow,
  user: UserRow,
  kind: 'code' | 'link',
): Promise<boolean> {
  const redeemed = findAddressMethod(deps)?.redeems[token.purpose];
  if (redeemed) {
    await redeemed.apply(tx, token, user);
    return true;
  }
  if (!EMAIL_CHANGE.includes(token.purpose)) {
    // A mail to an address that the account has left proves nothing any more.
    if (token.address !== user.email) throw tokenExpired(kind);
    await confirmEmail(tx, user.id, { dropPassword: token.drops_password });
    return true;
  }
  if (user.new_email === null) throw tokenExpired(kind);
  // An expired token, too, counts as a missing confirmation.
  if ((await unusedPurposes(tx, user.id, EMAIL_CHANGE)).length > 0) return false;
  await setEmail(tx, user.id, user.new_email, true);
  // Codes and links mailed to the old address must stop working.
  await deleteTokensOf(tx, user.id);
  return true;
}

async function giveCode(tx: Queryable, token: OneTimeTokenRow): Promise<string> {
  const code = randomUUID();
  if (!(await issueFlowCode(tx, token.user_id, FLOW_METHODS[token.purpose], hashSecret(code)))) {
    throw new AuthError(404, 'flow_state_not_found', 'No valid flow state found for the user');
  }
  return code;
}
