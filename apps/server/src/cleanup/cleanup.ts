import type { Database } from '@dragoman/supabase-server/db/database';
import { deleteOrphanedMessages } from '@dragoman/supabase-server/mail/delete-orphaned-messages';
import type { AppContext } from '../context.ts';
import { deleteChatsSilently } from '../database/silent-chat-deletes.ts';
import { type Rounds, startRounds } from '../util/job-runner.ts';
import { type CleanupTask, listCleanupTasks } from './cleanup-tasks.ts';

type CleanupDeps = Pick<AppContext, 'db' | 'log' | 'config' | 'settings'>;

/**
 * Any number that no other program on the database is likely to lock; held by the process whose
 * round it is.
 */
const LOCK_KEY = 0x6472_6168;
/** Rows a transaction removes at most: none of them is long enough to be waited for. */
const BATCH = 1000;
/**
 * A batch of chats may delete a hundred thousand messages. No user waits for it, and with a shorter
 * limit it would fail every time.
 */
const STATEMENT_SECONDS = 300;

/** Runs the cleanup every HOUSEKEEPING_MINUTES, for the first time that long after the start. */
export function startCleanup(deps: CleanupDeps): Rounds {
  return startRounds(deps.config.cleanup.everyMinutes * 60_000, (signal) => runCleanup(deps, { signal }));
}

/**
 * One round: removes what is no longer needed, batch by batch. Safe at any time and on any number
 * of processes: one of them does the work, the others find the lock taken and leave it at that.
 * Failures are logged, never thrown; the next round tries again.
 * @returns how many rows went, by task; tasks that found nothing are left out
 */
export async function runCleanup(
  { db, log, config, settings }: CleanupDeps,
  { signal, batch = BATCH }: { signal?: AbortSignal; batch?: number | undefined } = {},
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const task of listCleanupTasks(
    config.cleanup,
    settings.current().retentionDays,
    config.auth.sessionLife,
  )) {
    try {
      // A Supabase's database lacks our tables, or cleans up by itself.
      if (!(await isOurs(db, task))) continue;
      const size = Math.min(batch, task.batch ?? batch);
      let count: number | null = size;
      while (count === size && !signal?.aborted) {
        count = await removeBatch(db, task, size);
        if (count) removed[task.name] = (removed[task.name] ?? 0) + count;
      }
    } catch (error) {
      const { name, code } = error as { name?: unknown; code?: unknown };
      log.warn({ task: task.name, err: { name, code } }, 'a cleanup task failed');
    }
  }
  const orphans = await deleteOrphanedMessages({ db, config, log });
  if (orphans > 0) removed['mails of deleted users'] = orphans;
  if (Object.keys(removed).length > 0) log.info({ removed }, 'cleanup');
  return removed;
}

async function isOurs(db: Database, { table }: CleanupTask): Promise<boolean> {
  const [row] = await db.query<{ ours: boolean }>(
    `select to_regclass('dragoman.rate_limits') is not null and to_regclass($1) is not null as ours`,
    [table],
  );
  return row?.ours ?? false;
}

/** @returns how many rows went; null when another process is at it. */
async function removeBatch(
  db: Database,
  { table, key, condition }: CleanupTask,
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
