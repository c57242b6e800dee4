import type { Database } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import { forgetFiles, takeRemovable } from '../data/orphaned-files.ts';
import { removeExpiredUploads } from '../data/resumable-uploads.ts';
import type { FileStore } from './file-store.ts';

/** Removes the files that no row owns any more, and uploads that have expired. */
export interface OrphanedFileCleanup {
  /** Schedules a round soon, without waiting for it. */
  wake(): void;
  /** Waits for the round under way and stops. */
  close(): Promise<void>;
}

const BATCH = 100;
/**
 * Files left by a crash are found at the next start, or after this time when another process
 * crashed.
 */
const ROUND_MS = 10 * 60_000;

/** Runs a first round at once, which removes files that a crash left without a row. */
export function startOrphanedFileCleanup(deps: {
  db: Database;
  store: FileStore;
  log: Logger;
}): OrphanedFileCleanup {
  let running: Promise<void> | null = null;
  let again = false;
  let closed = false;

  async function round(): Promise<void> {
    try {
      do {
        again = false;
        await removeExpiredUploads(deps.db);
        while (!closed && (await removeBatch(deps)) === BATCH);
      } while (again && !closed);
    } catch (error) {
      // The files stay listed in the database, and the next round deletes them.
      deps.log.warn(
        { err: { name: (error as Error).name, code: (error as { code?: unknown }).code } },
        'removed files could not be cleaned away yet',
      );
    } finally {
      running = null;
    }
  }

  function wake(): void {
    if (closed) return;
    again = true;
    running ??= round();
  }

  const timer = setInterval(wake, ROUND_MS);
  timer.unref();
  wake();
  return {
    wake,
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Bytes first, then the note of them: a crash in between repeats the removal.
 * @returns how many files there were
 */
async function removeBatch({ db, store }: { db: Database; store: FileStore }): Promise<number> {
  return db.transaction(async (tx) => {
    const versions = await takeRemovable(tx, BATCH);
    if (versions.length > 0) {
      await store.remove(versions);
      await forgetFiles(tx, versions);
    }
    return versions.length;
  });
}
