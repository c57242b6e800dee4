import type { AppContext } from '../context.ts';
import { deleteChatsSilently } from '../database/silent-chat-deletes.ts';
import type { Database } from '../db/database.ts';
import { forgetOrphans } from '../mail/forget-orphans.ts';
import { type Chore, listChores } from './chores.ts';

type HousekeepingDeps = Pick<AppContext, 'db' | 'log' | 'config' | 'settings'>;

/** Any number that no other program on the database is likely to lock; held by the process whose round it is. */
const LOCK_KEY = 0x6472_6168;
/** Rows a transaction removes at most: none of them is long enough to be waited for. */
const BATCH = 1000;
/**
 * A batch of chats may delete a hundred thousand messages. No user waits for it, and with a shorter
 * limit it would fail every time.
 */
const STATEMENT_SECONDS = 300;

export interface Housekeeping {
  /** Waits for the batch under way and stops. */
  close(): Promise<void>;
}

/** Makes a round every HOUSEKEEPING_MINUTES, the first one that long after the start. */
export function startHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const { everyMinutes } = deps.config.housekeeping;
  if (everyMinutes === 0) return { close: async () => undefined };
  const stop = new AbortController();
  let round: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    round ??= keepHouse(deps, { signal: stop.signal }).finally(() => {
      round = null;
    });
  }, everyMinutes * 60_000);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await round;
    },
  };
}

/**
 * One round: removes what is no longer needed, batch by batch. Safe at any time and on any number of processes: one of them does
 * the work, the others find the lock taken and leave it at that. Failures are logged, never thrown; the next round tries again.
 * @returns how many rows went, by chore; chores that found nothing are left out
 */
export async function keepHouse(
  { db, log, config, settings }: HousekeepingDeps,
  { signal, batch = BATCH }: { signal?: AbortSignal; batch?: number | undefined } = {},
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const chore of listChores(
    config.housekeeping,
    settings.current().retentionDays,
    config.auth.sessionLife,
  )) {
    try {
      // A Supabase's database lacks our tables, or cleans up by itself.
      if (!(await isOurs(db, chore))) continue;
      const size = Math.min(batch, chore.batch ?? batch);
      let count: number | null = size;
      while (count === size && !signal?.aborted) {
        count = await removeBatch(db, chore, size);
        if (count) removed[chore.name] = (removed[chore.name] ?? 0) + count;
      }
    } catch (error) {
      const { name, code } = error as { name?: unknown; code?: unknown };
      log.warn({ chore: chore.name, err: { name, code } }, 'the housekeeping was held up');
    }
  }
  const orphans = await forgetOrphans({ db, config, log });
  if (orphans > 0) removed['mails of deleted users'] = orphans;
  if (Object.keys(removed).length > 0) log.info({ removed }, 'housekeeping');
  return removed;
}

async function isOurs(db: Database, { table }: Chore): Promise<boolean> {
  const [row] = await db.query<{ ours: boolean }>(
    `select to_regclass('dragoman.rate_limits') is not null and to_regclass($1) is not null as ours`,
    [table],
  );
  return row?.ours ?? false;
}

/** @returns how many rows went; null when another process is at it. */
async function removeBatch(
  db: Database,
  { table, key, condition }: Chore,
  batch: number,
): Promise<number | null> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
      LOCK_KEY,
    ]);
    if (!lock?.taken) return null;
    await tx.query(`select set_config('statement_timeout', $1, true)`, [`${STATEMENT_SECONDS}s`]);
    await deleteChatsSilently(tx);
    // Rows in use are skipped: they are not as old as they look, and no caller should wait.
    return tx.execute(
      `delete from ${table} where (${key}) in (
         select ${key} from ${table} old where ${condition} limit $1 for update skip locked)`,
      [batch],
    );
  });
}
