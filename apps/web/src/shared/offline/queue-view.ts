import type { JobQueue, QueueState } from './job-queue.ts';

/**
 * @returns a queue's state for the user interface: the same object for the same state, as React
 * requires
 */
export function queueView<Job, View>(
  { get, subscribe }: Pick<JobQueue<Job>, 'get' | 'subscribe'>,
  view: (state: QueueState<Job>) => View,
): { get(): View; subscribe(listener: () => void): () => void } {
  let state = get();
  let current = view(state);
  return {
    subscribe,
    get() {
      if (get() !== state) {
        state = get();
        current = view(state);
      }
      return current;
    },
  };
}
