import { createHash } from 'node:crypto';
import type { Database, Queryable } from '@dragoman/supabase-server/db/database';

/** Failures of one subject within the window before further attempts must wait. */
const MOST = 10;
const WINDOW = `interval '15 minutes'`;
/** Any number that no other program on the database is likely to lock. */
const LOCK_KEY = 0x6472_6f67;

/**
 * The subject of a failure counter: a network, the name of an administrator, or an administrator's
 * authenticator app.
 */
export type Subject = `network ${string}` | `name ${string}` | `code ${string}`;

/** @returns the seconds until none of the subjects has failed too often; 0 for now */
export async function failureWait(
  db: Pick<Queryable, 'query'>,
  subjects: readonly Subject[],
): Promise<number> {
  const [found] = await db.query<{ wait: number | null }>(
    `select max(wait)::int as wait from (
       select ceil(extract(epoch from min(tried_at) + ${WINDOW} - now())) as wait
       from dragoman.organiser_attempts
       where subject_hash = any ($1) and tried_at > now() - ${WINDOW}
       group by subject_hash having count(*) >= ${MOST}) waits`,
    [subjects.map(hashOf)],
  );
  return found?.wait ? Math.max(1, found.wait) : 0;
}

/**
 * Counts a failure. Of many at once each is counted, one after the other; beyond the limit nothing
 * more is stored.
 * @returns the seconds to wait when there have been too many before this one; 0 otherwise
 */
export async function countFailure(
  db: Pick<Database, 'transaction'>,
  subjects: readonly Subject[],
): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await tx.execute(`delete from dragoman.organiser_attempts where tried_at < now() - ${WINDOW}`);
    const wait = await failureWait(tx, subjects);
    if (wait > 0) return wait;
    await tx.execute('insert into dragoman.organiser_attempts (subject_hash) select unnest($1::bytea[])', [
      subjects.map(hashOf),
    ]);
    return 0;
  });
}

/** A caller who knows the secret was not guessing. */
export async function forgetFailures(
  db: Pick<Queryable, 'execute'>,
  subjects: readonly Subject[],
): Promise<void> {
  await db.execute('delete from dragoman.organiser_attempts where subject_hash = any ($1)', [
    subjects.map(hashOf),
  ]);
}

function hashOf(subject: Subject): Buffer {
  return createHash('sha256').update(subject).digest();
}
