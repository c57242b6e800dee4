import type { FaultyDatabase } from './database.ts';
import { until } from './until.ts';

/** Log that slots may keep back at rest, in bytes: they move on every few seconds. */
const MOST_RETAINED = 64 * 1024 * 1024;

export interface Slots {
  count: number;
  active: number;
  /** Log that the slowest slot keeps back, in bytes. */
  retained: number;
}

/**
 * Waits until each living process has one slot, no other is left, and none keeps much log back.
 * @returns the last state, and what is wrong with it
 */
export async function settledSlots(
  database: Pick<FaultyDatabase, 'query'>,
  processes: number,
): Promise<Slots & { problems: string[] }> {
  let last: Slots = { count: 0, active: 0, retained: 0 };
  const isSettled = async () => {
    last = await readSlots(database);
    return last.count === processes && last.active === processes && last.retained < MOST_RETAINED;
  };
  try {
    await until('the slots are settled', isSettled);
    return { ...last, problems: [] };
  } catch {
    const megabytes = Math.round(last.retained / 2 ** 20);
    const state = `${last.count} slots, ${last.active} active, ${megabytes} MB kept back`;
    return { ...last, problems: [`${state}, with ${processes} processes`] };
  }
}

export async function readSlots(database: Pick<FaultyDatabase, 'query'>): Promise<Slots> {
  const [row] = await database.query<Slots>(
    `select count(*)::int as count, (count(*) filter (where active))::int as active,
      coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8 as retained
     from pg_replication_slots`,
  );
  if (!row) throw new Error('no slots could be read');
  return row;
}
