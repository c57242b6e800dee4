import type { Log } from '@dragoman/functions/http/log';
import { ProviderError } from '@dragoman/functions/providers/provider';
import {
  InputRefusedError,
  ModelRefusedError,
  WorkerGoneError,
  WorkerMemoryError,
  WorkerTimeoutError,
} from './worker-errors.ts';
import type { PoolErrors } from './worker-pool.ts';

/** A job of an engine: the models that it needs. */
export interface EngineJob {
  models: readonly { id: string }[];
}

/**
 * The errors of a pool whose processes load models. A job whose process ended is tried once more in
 * a new one, because a process that was ended from outside, for want of memory say, is not the
 * job's fault; a job that took all of its time is not. Callers get:
 * - `EngineError`: `busy` when too much waits, `timeout`, `unavailable` when the engine crashed
 *   twice;
 * - `ModelRefusedError`, also when two processes ended while they loaded the model, and when the
 *   model alone needs more memory than the engine has; so do the jobs that wait for the model;
 * - `InputRefusedError`.
 * @param work the engine's kind of work, for the log: `translation`
 */
export function engineErrors(work: string, log: Log): PoolErrors<EngineJob> {
  return {
    refusal(why, cause) {
      if (why === 'busy') return new ProviderError('busy', 'Too much waits for the engine on this machine');
      if (why === 'left') return new ProviderError('timeout', 'The caller no longer waits for the engine');
      return unavailable(cause);
    },
    failure({ job, error, before }) {
      if (error instanceof ModelRefusedError) return error;
      if (!(error instanceof WorkerGoneError)) return unavailable(error);
      const models = job.models.map(({ id }) => id);
      log.warn(
        { work, models, attempt: before ? 2 : 1, reason: error.message },
        'the process of an engine on this machine ended',
      );
      const isLast = before !== null || error instanceof WorkerTimeoutError;
      return isLast ? failureOf(error, before instanceof WorkerGoneError ? before.blames : null) : null;
    },
    concerns: (error, job) =>
      error instanceof ModelRefusedError && job.models.some(({ id }) => id === error.id),
  };
}

/** @param before what ended the process of the first attempt: one process may end by chance */
function failureOf(error: WorkerGoneError, before: WorkerGoneError['blames']): Error {
  if (error instanceof WorkerMemoryError) {
    return error.id ? new ModelRefusedError(error.id, error.message) : unavailable(error);
  }
  const { blames } = error;
  if (blames?.stage === 'input' && (before?.stage === 'input' || error instanceof WorkerTimeoutError)) {
    return new InputRefusedError('The engine cannot read this', { cause: error });
  }
  if (blames?.stage === 'model' && before?.stage === 'model' && before.id === blames.id) {
    return new ModelRefusedError(blames.id, 'two processes ended while they loaded it');
  }
  return error instanceof WorkerTimeoutError
    ? new ProviderError('timeout', error.message, { cause: error })
    : unavailable(error);
}

function unavailable(cause: unknown): ProviderError {
  return new ProviderError('unavailable', 'The engine on this machine ended', { cause });
}
