import type { ModelState, ModelStatus } from './model.ts';

const FAILURES: Record<Extract<ModelState, { state: 'failed' }>['failure'], string> = {
  network: 'the download address could not be reached',
  refused: 'the download address answered with an error',
  'wrong-content': 'what arrived is not the published file',
  'disk-full': 'the disk is full',
  'read-only': 'the models folder cannot be written',
  unusable: 'the engine could not load it',
};

/** @returns a state in English: `downloading 43 %`, `failed: the disk is full` */
export function describeState(state: ModelState): string {
  if (state.state === 'failed') return `failed: ${FAILURES[state.failure]}`;
  if (state.state === 'waiting') return 'waiting for another process that downloads it';
  if (state.state !== 'downloading') return state.state;
  return `downloading ${Math.floor((state.bytes / state.totalBytes) * 100)} %`;
}

/** @returns the states by the ids of the models, for `/readyz` */
export function describeModels(statuses: readonly ModelStatus[]): Record<string, string> {
  return Object.fromEntries(statuses.map((status) => [status.id, describeState(status)]));
}
