import type { Database, Queryable } from '../../db/database.ts';
import { sqlState } from '../../db/database.ts';
import { AuthError } from '../errors.ts';

// Longest wait for rows that another call holds. The statements are ours and short: the operator's
// limit for clients' statements must not end the wait earlier, as that would look like an outage.
const TIMEOUTS = { lockMs: 5000, statementMs: 10_000 };
/** lock_not_available, deadlock_detected, serialization_failure */
const CONTENTION = new Set(['55P03', '40P01', '40001']);

/**
 * A transaction as the owner that gives up on locked rows after five seconds.
 * @throws {AuthError} 409 conflict on lock contention (supabase-protocol 2.1)
 */
export async function withRowLocks<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work, TIMEOUTS);
  } catch (error) {
    if (CONTENTION.has(sqlState(error) ?? '')) {
      throw new AuthError(409, 'conflict', 'Too many requests change the same account at once, try again');
    }
    throw error;
  }
}

const UNIQUE_VIOLATION = '23505';

/** Checks whether a statement failed since another row has the same value in this unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  return sqlState(error) === UNIQUE_VIOLATION && (error as { constraint?: unknown }).constraint === index;
}
