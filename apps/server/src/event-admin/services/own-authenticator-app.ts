import { MasterKeyError } from '@dragoman/supabase-server/keys/master-key';
import { makeTotpSecret, matchTotp, totpUri } from '@dragoman/supabase-server/security/totp';
import { toString as drawQrCode } from 'qrcode';
import { type AdminRow, acceptAdminCode, beginAdminTotp, removeAdminTotp } from '../data/admins.ts';
import { countFailure, failureWait, forgetFailures, type Subject } from '../data/attempts.ts';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';

type Deps = Pick<EventAdminDeps, 'db' | 'masterKey' | 'brand' | 'securityLog' | 'log'>;

export interface PendingAuthenticatorApp {
  secret: string;
  /** otpauth:// */
  uri: string;
  /** SVG. */
  qrCode: string;
}

/**
 * Begins an authenticator app, which is asked for at sign-in once a code of it was proved.
 * @throws {EventAdminError} 409 code_exists
 */
export async function beginAuthenticatorApp(
  { db, masterKey, brand }: Deps,
  admin: Pick<AdminRow, 'id' | 'name'>,
): Promise<PendingAuthenticatorApp> {
  const secret = makeTotpSecret();
  const encrypted = masterKey.encrypt(secret, purposeOf(admin.id));
  if (!(await beginAdminTotp(db, admin.id, encrypted))) {
    throw new EventAdminError(409, 'code_exists', 'An authenticator app is in use: remove it first');
  }
  const uri = totpUri(secret, { issuer: brand.current().brand.name, account: admin.name });
  return { secret, uri, qrCode: await drawQrCode(uri, { type: 'svg' }) };
}

/**
 * Checks a code of the administrator's app and uses it up. Codes are short, so after too many wrong
 * ones even the right one must wait. The caller has proved the password before.
 * @throws {EventAdminError} 401 wrong_code, 409 code_unreadable, 429
 */
export async function useCode(deps: Deps, admin: AdminRow, code: string, network: string): Promise<void> {
  const { db, securityLog } = deps;
  const subjects: Subject[] = [`code ${admin.id}`];
  const wait = await failureWait(db, subjects);
  if (wait > 0) throw tooManyAttempts(wait);
  if (await isRight(deps, admin, code)) return forgetFailures(db, subjects);
  securityLog.record({ event: 'admin_sign_in_failed', actor: admin.name, network, reason: 'wrong_code' });
  const over = await countFailure(db, subjects);
  if (over > 0) throw tooManyAttempts(over);
  throw new EventAdminError(401, 'wrong_code', 'That code is not right, or it was used already');
}

/** @throws {EventAdminError} 409 code_unreadable */
async function isRight({ db, masterKey, log }: Deps, admin: AdminRow, code: string): Promise<boolean> {
  const encrypted = admin.totpSecret;
  if (encrypted === null) return false;
  let secret: string;
  try {
    secret = masterKey.decrypt(encrypted, purposeOf(admin.id));
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    log.error({ part: 'event-admin' }, error.message);
    throw new EventAdminError(
      409,
      'code_unreadable',
      'The server cannot read this authenticator app any more: another administrator or `npm run admins` resets it',
    );
  }
  const step = matchTotp(secret, code, { lastUsedStep: admin.totpLastStep, now: Date.now() });
  return step !== null && acceptAdminCode(db, admin.id, encrypted, step);
}

export async function removeAuthenticatorApp({ db }: Deps, adminId: string): Promise<void> {
  await removeAdminTotp(db, adminId);
}

export function tooManyAttempts(seconds: number): EventAdminError {
  return new EventAdminError(429, 'too_many_attempts', `Too many tries, wait ${seconds} seconds`, {
    retryAfterSeconds: seconds,
  });
}

function purposeOf(adminId: string): string {
  return `admin TOTP secret ${adminId}`;
}
