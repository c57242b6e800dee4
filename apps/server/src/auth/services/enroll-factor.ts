import { toString as drawQrCode } from 'qrcode';
import type { SignedInUser } from '../caller.ts';
import { deleteStaleFactors, insertTotpFactor } from '../data/factors.ts';
import { violatesUnique, withRowLocks } from '../data/transaction.ts';
import { findUserById, lockUser } from '../data/users.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { hasVerifiedFactor } from '../rules/assurance.ts';
import { makeTotpSecret, totpUri } from '../rules/totp.ts';

const MAX_FACTORS = 10;
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

/**
 * Begins a second factor, which counts once a code of it was verified (wire facts A4, POST /factors).
 * @throws {AuthError} 422 mfa_totp_enroll_not_enabled, too_many_enrolled_mfa_factors, mfa_factor_name_conflict; 403 insufficient_aal
 */
export async function enrollTotp(
  deps: AuthDeps,
  { user, session }: SignedInUser,
  params: { friendlyName: string | null; issuer: string | null },
): Promise<EnrolledTotp> {
  if (!deps.config.auth.totpEnabled) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
  }
  const friendlyName = params.friendlyName ?? '';
  const secret = makeTotpSecret();
  const id = await withRowLocks(deps.db, async (tx) => {
    await lockUser(tx, user.id);
    await deleteStaleFactors(tx, user.id, STALE_SECONDS);
    const current = await findUserById(tx, user.id);
    const factors = current?.factors ?? [];
    if (hasVerifiedFactor(factors) && session?.aal !== 'aal2') {
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
    }
    if (factors.length >= MAX_FACTORS) {
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    }
    return insertTotpFactor(tx, { userId: user.id, friendlyName, secret });
  }).catch((error: unknown) => {
    if (!violatesUnique(error, 'mfa_factors_name_key')) throw error;
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${friendlyName}" for this user already exists`,
    );
  });
  const uri = totpUri(secret, { issuer: params.issuer ?? deps.brandName, account: user.email ?? user.id });
  return { id, friendlyName, secret, uri, qrCode: await drawQrCode(uri, { type: 'svg' }) };
}
