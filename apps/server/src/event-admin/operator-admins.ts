import { randomBytes } from 'node:crypto';
import type { Database } from '@dragoman/supabase-server/db/database';
import { insertSecurityEvents } from '@dragoman/supabase-server/security/event-store';
import { hashPassword } from '@dragoman/supabase-server/security/password-hash';
import { type AdminRow, deleteAdmin, findAdminByName, resetAdmin, setAdminDisabled } from './data/admins.ts';

/**
 * The administrator name in the security log for commands that the operator runs on the machine.
 */
const OPERATOR = 'operator (npm run admins)';
/** 120 random bits. */
const PASSWORD_BYTES = 15;

/** There is no administrator of the name. */
export class NoSuchAdminError extends Error {
  override readonly name = 'NoSuchAdminError';
}

/**
 * Restores access for a locked-out administrator: a new password, no authenticator app, not
 * disabled. Their sessions end.
 * @returns the new password
 * @throws {NoSuchAdminError}
 */
export async function resetByOperator(db: Database, name: string): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  await changeByOperator(db, name, 'admin_reset', async (tx, { id }) => {
    await resetAdmin(tx, id, passwordHash);
    await setAdminDisabled(tx, id, false);
  });
  return password;
}

/**
 * Removes an administrator, even the last one: the start secret then creates a new first one.
 * @throws {NoSuchAdminError}
 */
export async function removeByOperator(db: Database, name: string): Promise<void> {
  await changeByOperator(db, name, 'admin_removed', (tx, { id }) => deleteAdmin(tx, id));
}

async function changeByOperator(
  db: Database,
  name: string,
  action: string,
  work: (tx: Pick<Database, 'query' | 'execute'>, admin: AdminRow) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const admin = await findAdminByName(tx, name.normalize('NFKC').trim());
    if (!admin) throw new NoSuchAdminError(`There is no administrator "${name}"`);
    await work(tx, admin);
    await insertSecurityEvents(tx, [
      {
        event: 'admin_action',
        at: new Date().toISOString(),
        repeated: 1,
        actor: OPERATOR,
        action,
        target: admin.name,
      },
    ]);
  });
}
