/** The queue is full: the caller should ask again later. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface WorkQueue {
  /**
   * Runs `job` when its turn comes, first come, first served.
   * @throws {QueueFullError} when too many wait already.
   */
  run<T>(job: () => Promise<T>): Promise<T>;
}

/**
 * Runs at most `parallel` jobs at a time, while at most `waiting` more jobs wait.
 */
export function createWorkQueue(options: { parallel: number; waiting: number }): WorkQueue {
  const waiting: Array<() => void> = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < options.parallel) {
      running += 1;
      return;
    }
    if (waiting.length >= options.waiting) throw new QueueFullError('too many jobs are waiting');
    // The job that ends hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run(job) {
      await enter();
      try {
        return await job();
      } finally {
        release();
      }
    },
  };
}
