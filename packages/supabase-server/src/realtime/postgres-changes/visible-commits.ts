import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../../db/database.ts';

const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 50;

/**
 * Waits until new statements see the transactions. PostgreSQL streams a commit as soon as it is on
 * the disk, a moment before other sessions see it (with a synchronous standby much earlier): asked
 * too soon, row-level security would hide the rows.
 * @param xids lower 32 bits of the ids of committed transactions
 * @throws when the database cannot be asked, or the signal is aborted
 */
export async function waitUntilVisible(
  db: Pick<Queryable, 'query'>,
  xids: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const [row] = await db.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot');
    if (allVisible(row?.snapshot ?? '', xids)) return;
    await delay(wait, undefined, { signal });
  }
}

/**
 * @param snapshot as PostgreSQL prints it: `xmin:xmax:running,running`, in 64 bits
 * @param xids lower 32 bits of the ids of transactions of the last two thousand million
 */
export function allVisible(snapshot: string, xids: Iterable<number>): boolean {
  const [, next = '', running = ''] = snapshot.split(':');
  const hidden = new Set(running === '' ? [] : running.split(',').map(lowerHalf));
  const limit = lowerHalf(next);
  for (const xid of xids) {
    // Ids wrap around: in the half before the limit are the earlier ones.
    const isEarlier = (xid - limit) >>> 0 > 0x7fff_ffff;
    if (!isEarlier || hidden.has(xid)) return false;
  }
  return true;
}

function lowerHalf(id: string): number {
  return Number(BigInt.asUintN(32, BigInt(id || 0)));
}
