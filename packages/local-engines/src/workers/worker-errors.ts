import type { Work } from './messages.ts';

/** The process ended, or the server ended it, before it had answered. */
export class WorkerGoneError extends Error {
  override readonly name: string = 'WorkerGoneError';
  /** The cause of the end: a model that was loading, the input, or null for anything else. */
  readonly blames: Exclude<Work, { stage: 'job' }> | null;
  /** Whether the process could not be loaded, regardless of the job. */
  readonly atStart: boolean;
  /** The exit code or signal of the process; null when it has none, or said itself why it ends. */
  readonly exit: string | number | null;

  constructor(
    message: string,
    blames: WorkerGoneError['blames'] = null,
    details: { atStart?: boolean; exit?: string | number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.blames = blames;
    this.atStart = details.atStart ?? false;
    this.exit = details.exit ?? null;
  }
}

/** The process did not answer in time, and the server ended it. */
export class WorkerTimeoutError extends WorkerGoneError {
  override readonly name = 'WorkerTimeoutError';
}

/**
 * The engine in the process has no more memory. A new process may have enough, because it loads
 * only what it needs.
 */
export class WorkerMemoryError extends WorkerGoneError {
  override readonly name = 'WorkerMemoryError';
  /** The model that was being loaded; null while the engine worked. */
  readonly id: string | null;

  constructor(id: string | null) {
    super('The engine has no more memory');
    this.id = id;
  }
}

/** The worker cannot load this model. The process ends after that. */
export class ModelRefusedError extends Error {
  override readonly name = 'ModelRefusedError';
  readonly id: string;
  /** The error text of the engine or the file system; it holds no user's text. */
  readonly reason: string;

  constructor(id: string, reason: string) {
    super(`The engine cannot load the model ${id}: ${reason}`);
    this.id = id;
    this.reason = reason;
  }
}

/** Two processes ended while they read this input. */
export class InputRefusedError extends Error {
  override readonly name = 'InputRefusedError';
}
