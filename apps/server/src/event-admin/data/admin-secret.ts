import type { Database, Queryable } from '@dragoman/supabase-server/db/database';
import { hashPassword, matchesPassword } from '@dragoman/supabase-server/security/password-hash';
import type { EventAdminConfig } from '../../config/event-admin.ts';

/**
 * Stores the hash of this start's secret, and nothing else of it. A new secret, or none, ends all
 * sessions. Processes that start at once with one secret agree on it.
 */
export async function initAdminSecret(
  db: Pick<Database, 'transaction'>,
  secret: EventAdminConfig['secret'],
): Promise<void> {
  if (secret.kind === 'keep') return;
  await db.transaction(async (tx) => {
    await tx.execute('lock table dragoman.organiser_secret in share row exclusive mode');
    const kept = await adminSecretHash(tx);
    if (secret.kind === 'given' && kept !== null && (await matchesPassword(secret.value, kept))) return;
    if (secret.kind === 'none' && kept === null) return;
    await tx.execute('delete from dragoman.organiser_sessions');
    await tx.execute('delete from dragoman.organiser_secret');
    if (secret.kind === 'given') {
      await tx.execute('insert into dragoman.organiser_secret (hash) values ($1)', [
        await hashPassword(secret.value),
      ]);
    }
  });
}

/** @returns null while no secret was ever given, or it was taken away */
export async function adminSecretHash(db: Pick<Queryable, 'query'>): Promise<string | null> {
  const [row] = await db.query<{ hash: string }>('select hash from dragoman.organiser_secret');
  return row?.hash ?? null;
}
