import { randomUUID } from 'node:crypto';
import { toString as drawQrCode } from 'qrcode';
import type { Queryable } from '../../../db/database.ts';
import { makeTotpSecret, totpUri } from '../../../security/totp.ts';
import type { SignedInUser } from '../../caller.ts';
import {
  deleteFactor,
  deleteStaleFactors,
  type FactorSummary,
  insertPhoneFactor,
  insertTotpFactor,
} from '../../data/factors.ts';
import { violatesUnique, withRowLocks } from '../../data/transaction.ts';
import { findUserById, lockUser } from '../../data/users.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { hasVerifiedFactor } from '../../rules/assurance.ts';
import { readPhone } from '../auth-sms.ts';
import { recordOwnEvent } from '../security-events.ts';

/** Seconds after which a factor that was begun and not verified makes room. */
const STALE_SECONDS = 300;

export interface EnrolledTotp {
  id: string;
  friendlyName: string;
  secret: string;
  uri: string;
  /** SVG. */
  qrCode: string;
}

export interface EnrolledPhone {
  id: string;
  friendlyName: string;
  phone: string;
}

/**
 * Begins an authenticator app as second factor, which counts once a code of it was verified
 * (supabase-protocol 2.10, POST /factors).
 * @throws {AuthError} 422 mfa_totp_enroll_not_enabled, too_many_enrolled_mfa_factors,
 * mfa_factor_name_conflict; 403 insufficient_aal
 */
export async function enrollTotp(
  deps: AuthDeps,
  caller: SignedInUser,
  params: { friendlyName: string | null; issuer: string | null },
): Promise<EnrolledTotp> {
  if (!deps.config.auth.totpEnabled) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  }
  const friendlyName = params.friendlyName ?? '';
  const secret = makeTotpSecret();
  const userId = caller.user.id;
  const id = randomUUID();
  const encryptedSecret = deps.masterKey.encrypt(secret, `TOTP secret ${id}`);
  await beginFactor(deps, caller, friendlyName, async (tx) => {
    await insertTotpFactor(tx, { id, userId, friendlyName, sealedSecret: encryptedSecret });
    return id;
  });
  recordOwnEvent(deps, caller, { event: 'factor_enrolled', reason: 'totp' });
  const account = caller.user.email ?? caller.user.phone ?? userId;
  const uri = totpUri(secret, { issuer: params.issuer ?? deps.hooks.appName(), account });
  return { id, friendlyName, secret, uri, qrCode: await drawQrCode(uri, { type: 'svg' }) };
}

/**
 * Begins a phone as second factor: its codes are sent when it is challenged.
 * @throws {AuthError} 422 mfa_phone_enroll_not_enabled, mfa_verified_factor_exists and as above;
 * 400 validation_failed
 */
export async function enrollPhone(
  deps: AuthDeps,
  caller: SignedInUser,
  params: { friendlyName: string | null; phone: string | null },
): Promise<EnrolledPhone> {
  if (!deps.config.auth.phone.factorEnabled) {
    throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  }
  const phone = readPhone(deps, params.phone);
  const friendlyName = params.friendlyName ?? '';
  const id = await beginFactor(deps, caller, friendlyName, async (tx, factors) => {
    const same = factors.filter((factor) => factor.factor_type === 'phone' && factor.phone === phone);
    if (hasVerifiedFactor(same)) {
      throw new AuthError(
        422,
        'mfa_verified_factor_exists',
        'A verified phone factor already exists, unenroll the existing factor to continue',
      );
    }
    // Begun before and left: this attempt takes its place.
    for (const factor of same) await deleteFactor(tx, factor.id);
    return insertPhoneFactor(tx, { userId: caller.user.id, friendlyName, phone });
  });
  recordOwnEvent(deps, caller, { event: 'factor_enrolled', reason: 'phone' });
  return { id, friendlyName, phone };
}

/**
 * Adds a factor under the rules that hold for all.
 * @param insert gets the user's factors as they are, the user locked
 */
async function beginFactor(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  friendlyName: string,
  insert: (tx: Queryable, factors: readonly FactorSummary[]) => Promise<string>,
): Promise<string> {
  return withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    await deleteStaleFactors(tx, user.id, STALE_SECONDS);
    const factors = (await findUserById(tx, user.id))?.factors ?? [];
    if (hasVerifiedFactor(factors) && session?.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    if (factors.length >= deps.config.auth.maximumFactors) {
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    }
    return insert(tx, factors);
  }).catch((error: unknown) => {
    if (!violatesUnique(error, 'mfa_factors_name_key')) throw error;
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${friendlyName}" for this user already exists`,
    );
  });
}
