import { hashPassword, matchesPassword } from '@dragoman/supabase-server/security/password-hash';
import { adminSecretHash } from '../data/admin-secret.ts';
import { type AdminRow, findAdminByName, hasAdmin, insertFirstAdmin } from '../data/admins.ts';
import { countFailure, failureWait, forgetFailures, type Subject } from '../data/attempts.ts';
import { openSession } from '../data/sessions.ts';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';
import { checkAdminPassword } from '../rules/admin-fields.ts';
import { tooManyAttempts, useCode } from './own-authenticator-app.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

export interface SignInDeps extends EventAdminDeps {
  lane: SignInThrottle;
}

/**
 * Signs an administrator in. Whether the name is unknown or the password wrong, the answer and the
 * work are the same. Failures are counted by network and by name; they slow the guessing down, and
 * a right password always passes.
 * @returns the session's cookie
 * @throws {EventAdminError} 401 wrong_sign_in, code_needed, wrong_code; 403 admin_disabled; 409
 * no_secret, no_admin; 429
 */
export async function signInAdmin(
  deps: SignInDeps,
  given: { name: string; password: string; code: string | null },
  network: string,
): Promise<string> {
  const { db, securityLog } = deps;
  await requireSecretHash(deps);
  if (!(await hasAdmin(db))) {
    throw new EventAdminError(409, 'no_admin', 'There is no administrator yet: create the first one');
  }
  const admin = await findAdminByName(db, given.name);
  const subjects: Subject[] = [`network ${network}`, `name ${given.name.toLowerCase()}`];
  const refuse = (reason: string) =>
    securityLog.record({ event: 'admin_sign_in_failed', actor: admin?.name, network, reason });
  const matches = await guess(deps, subjects, network, () =>
    matchesPassword(given.password, admin?.passwordHash ?? null),
  );
  if (!matches || !admin) {
    refuse(admin ? 'wrong_password' : 'unknown_name');
    throw await failed(deps, subjects, 'wrong_sign_in', 'The name or the password is not right');
  }
  if (admin.disabled) {
    refuse('disabled');
    throw new EventAdminError(403, 'admin_disabled', 'Another administrator has disabled this one');
  }
  if (admin.totpProved) await requireCode(deps, admin, given.code, network);
  const token = await openSession(db, admin);
  if (token === null) {
    throw new EventAdminError(401, 'wrong_sign_in', 'The administrator was changed meanwhile: sign in again');
  }
  await forgetFailures(db, subjects);
  securityLog.record({ event: 'admin_sign_in', actor: admin.name, network });
  return token;
}

/**
 * Creates the first administrator for a caller who knows the start secret, and signs them in.
 * @returns the session's cookie
 * @throws {EventAdminError} 401 wrong_secret; 409 no_secret, first_admin_exists; 422 weak_password;
 * 429
 */
export async function createFirstAdmin(
  deps: SignInDeps,
  given: { secret: string; name: string; password: string },
  network: string,
): Promise<string> {
  const { db, securityLog } = deps;
  const stored = await requireSecretHash(deps);
  if (await hasAdmin(db)) {
    throw new EventAdminError(
      409,
      'first_admin_exists',
      'There is an administrator already: sign in by name',
    );
  }
  const subjects: Subject[] = [`network ${network}`];
  const matches = await guess(deps, subjects, network, () => matchesPassword(given.secret, stored));
  if (!matches) {
    securityLog.record({ event: 'admin_sign_in_failed', network, reason: 'wrong_secret' });
    throw await failed(deps, subjects, 'wrong_secret', 'That is not the secret');
  }
  checkAdminPassword(given.password);
  const passwordHash = await hashPassword(given.password);
  const id = await insertFirstAdmin(db, { name: given.name, passwordHash }, stored);
  const token = id === null ? null : await openSession(db, { id, passwordHash });
  if (token === null) throw new EventAdminError(401, 'wrong_secret', 'The secret was replaced meanwhile');
  await forgetFailures(db, subjects);
  securityLog.record({
    event: 'admin_action',
    actor: given.name,
    network,
    action: 'first_admin_created',
    target: given.name,
  });
  return token;
}

/** @throws {EventAdminError} 409 no_secret */
async function requireSecretHash({ db }: Pick<EventAdminDeps, 'db'>): Promise<string> {
  const stored = await adminSecretHash(db);
  if (stored === null) throw new EventAdminError(409, 'no_secret', 'No administrator secret has been set');
  return stored;
}

/** Checks whether a secret is right: at once, or throttled after too many failures. */
async function guess(
  { db, lane }: SignInDeps,
  subjects: readonly Subject[],
  network: string,
  look: () => Promise<boolean>,
): Promise<boolean> {
  return (await failureWait(db, subjects)) > 0 ? lane.run(network, look) : look();
}

async function failed(
  { db }: SignInDeps,
  subjects: readonly Subject[],
  code: 'wrong_sign_in' | 'wrong_secret',
  message: string,
): Promise<EventAdminError> {
  const wait = await countFailure(db, subjects);
  return wait > 0 ? tooManyAttempts(wait) : new EventAdminError(401, code, message);
}

/** @throws {EventAdminError} 401 code_needed, and those of {@link useCode} */
async function requireCode(
  deps: SignInDeps,
  admin: AdminRow,
  code: string | null,
  network: string,
): Promise<void> {
  if (code === null) {
    throw new EventAdminError(401, 'code_needed', 'The code of the authenticator app is needed');
  }
  await useCode(deps, admin, code, network);
}
