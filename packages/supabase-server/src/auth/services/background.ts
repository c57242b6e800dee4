import type { Logger } from '../../util/logger.ts';
import { createWorkQueue } from '../../util/work-queue.ts';

/** Work that continues after the response was sent. */
export interface Background {
  /**
   * Starts `work` when its turn comes. A failure is logged under `name`, by its kind alone: a mail
   * server's words may quote addresses.
   */
  run(name: string, work: () => Promise<void>): void;
  /**
   * Waits for started work, but not for ever: a mail server that does not answer must not keep the
   * product from stopping.
   */
  close(): Promise<void>;
}

const PARALLEL = 4;
const MAX_WAITING = 1000;
const CLOSE_MS = 10_000;

/** @param closeMs how long closing waits at most */
export function createBackground(log: Logger, closeMs = CLOSE_MS): Background {
  const queue = createWorkQueue({ parallel: PARALLEL, waiting: MAX_WAITING });
  const started = new Set<Promise<void>>();
  return {
    run(name, work) {
      const done = queue
        .run(work)
        .catch((error: Error & { code?: unknown; responseCode?: unknown }) => {
          const { code, responseCode } = error;
          log.error({ work: name, err: { name: error.name, code, responseCode } }, 'background work failed');
        })
        .finally(() => started.delete(done));
      started.add(done);
    },
    async close() {
      let late = false;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          late = true;
          resolve();
        }, closeMs);
      });
      while (started.size > 0 && !late) await Promise.race([Promise.all(started), patience]);
      clearTimeout(timer);
      if (started.size > 0) log.warn({ jobs: started.size }, 'stopped before all background work was done');
    },
  };
}
