/**
 * The work that a worker reports before it begins, so that the server knows which work ended a
 * process.
 */
export type Work =
  /** Reads the user's input. */
  | { stage: 'input' }
  /** Loads a model: the id of it. */
  | { stage: 'model'; id: string }
  /** Computes the answer. */
  | { stage: 'job' };

/** A message from a worker. It answers one job at a time. */
export type WorkerMessage<Answer> =
  /** `engine`: the name of the engine that the worker chose, where there are several. */
  | { kind: 'ready'; engine?: string }
  | { kind: 'begins'; work: Work }
  | { kind: 'answer'; answer: Answer; residentBytes: number }
  /**
   * The engine cannot load this model. `reason`: the error of the engine or the file system,
   * without any user's text; at most 200 characters. The process ends.
   */
  | { kind: 'unusable'; id: string; reason: string }
  /**
   * The engine has no more memory. `id`: the model that it was loading, null otherwise. The process
   * ends.
   */
  | { kind: 'out-of-memory'; id: string | null }
  /** Something that every job needs could not be loaded; the process ends, perhaps after some jobs. */
  | { kind: 'broken'; reason: string };

/**
 * In a worker: sends a message. Resolves when the server has it: the next step may end this
 * process.
 */
export function sendMessage<Answer>(message: WorkerMessage<Answer>): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, undefined, () => resolve()));
}

/**
 * In a worker: says that it is ready, and answers each job until the server is gone.
 * @param answer after an error its state is unknown: the process ends, and the server starts
 * another
 * @param engine see `ready` in {@link WorkerMessage}
 */
export function answerJobs<Job, Answer>(
  answer: (job: Job) => Answer | Promise<Answer>,
  engine?: string,
): void {
  process.on('disconnect', () => process.exit());
  process.on('message', async (job: Job) => {
    try {
      const message = { kind: 'answer', answer: await answer(job) } as const;
      await sendMessage({ ...message, residentBytes: process.memoryUsage.rss() });
    } catch {
      process.exit(1);
    }
  });
  void sendMessage({ kind: 'ready', engine });
}
