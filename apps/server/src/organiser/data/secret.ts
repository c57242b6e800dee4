import type { OrganiserConfig } from '../../config/organiser.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { hashPassword, matchesPassword } from '../../security/password-hash.ts';

/**
 * Takes over the secret of this start: its hash is all that is kept. Another one than before, or none, ends whatever was open.
 * Processes that start at once with one secret agree on it.
 */
export async function adoptSecret(
  db: Pick<Database, 'transaction'>,
  secret: OrganiserConfig['secret'],
): Promise<void> {
  if (secret.kind === 'keep') return;
  await db.transaction(async (tx) => {
    await tx.execute('lock table dragoman.organiser_secret in share row exclusive mode');
    const kept = await secretHash(tx);
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
export async function secretHash(db: Pick<Queryable, 'query'>): Promise<string | null> {
  const [row] = await db.query<{ hash: string }>('select hash from dragoman.organiser_secret');
  return row?.hash ?? null;
}
