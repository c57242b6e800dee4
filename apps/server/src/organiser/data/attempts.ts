import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { OrganiserError } from '../errors.ts';

/** Tries within the window that may fail: from one network, and altogether. */
const PER_NETWORK = 10;
const ALTOGETHER = 100;
const WINDOW_MINUTES = 15;
/** Any number that no other program on the database is likely to lock. */
const LOCK_KEY = 0x6472_6f67;

/**
 * Counts a try before its secret is looked at, so that many at once are not looked at together.
 * @throws {OrganiserError} 429 when too many have failed
 */
export async function countAttempt(db: Pick<Database, 'transaction'>, network: string): Promise<void> {
  const waitSeconds = await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await tx.execute(
      `delete from dragoman.organiser_attempts where tried_at < now() - interval '${WINDOW_MINUTES} minutes'`,
    );
    const [found] = await tx.query<{ wait: number }>(
      `select ceil(extract(epoch from interval '${WINDOW_MINUTES} minutes' - (now() - coalesce(
           case when count(*) filter (where network_hash = $1) >= ${PER_NETWORK}
             then min(tried_at) filter (where network_hash = $1) end,
           case when count(*) >= ${ALTOGETHER} then min(tried_at) end))))::int as wait
       from dragoman.organiser_attempts`,
      [networkHash(network)],
    );
    if (found?.wait != null) return Math.max(1, found.wait);
    await tx.execute('insert into dragoman.organiser_attempts (network_hash) values ($1)', [
      networkHash(network),
    ]);
    return 0;
  });
  if (waitSeconds > 0) {
    throw new OrganiserError(429, 'too_many_attempts', `Too many tries, wait ${waitSeconds} seconds`, {
      retryAfterSeconds: waitSeconds,
    });
  }
}

/** Who knows the secret has guessed nothing. */
export async function forgetAttempts(db: Pick<Database, 'execute'>, network: string): Promise<void> {
  await db.execute('delete from dragoman.organiser_attempts where network_hash = $1', [networkHash(network)]);
}

function networkHash(network: string): Buffer {
  return createHash('sha256').update(network).digest();
}
