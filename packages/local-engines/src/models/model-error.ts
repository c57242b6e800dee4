import type { ModelFailure } from './model.ts';

/** A model could not be installed. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
  }
}

const READ_ONLY = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EEXIST']);

/** @returns the failure for an error of the file system or the network */
export function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new ModelError('disk-full', 'The disk is full', { cause: error });
  }
  if (READ_ONLY.has(code)) {
    return new ModelError('read-only', 'The models folder cannot be written', { cause: error });
  }
  return new ModelError('network', 'The download address could not be reached', { cause: error });
}
