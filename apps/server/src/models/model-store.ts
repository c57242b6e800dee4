import type { Log } from '@dragoman/functions/http/log';
import type { Clock } from '@dragoman/functions/translate/retry';
import type { Model, ModelState, ModelStore } from './model.ts';
import { asModelError } from './model-error.ts';
import { downloadBytes, filePath, installModel, isInstalled, removeModel, withLock } from './model-folder.ts';

export interface ModelStoreOptions {
  models: readonly Model[];
  /** Absolute path; made when it is missing. */
  folder: string;
  /** Base address of a mirror (`MODELS_URL`), without a trailing slash; null: the published addresses. */
  mirror: string | null;
  clock: Clock;
  log: Log;
  /** Milliseconds without a byte after which a connection counts as lost. */
  idleMs?: number;
}

/** The store with what its owner does. */
export interface RunningModelStore extends ModelStore {
  /** Downloads what is missing, and tries again until all models are ready. Returns at once. */
  start(): void;
  /**
   * Tries a model that failed again at once; the files of one that the engine could not load are replaced.
   * @returns false when there is no such model
   */
  retry(id: string): boolean;
  /** Ends downloads; what has arrived is kept for the next start. */
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
/** Waits between attempts double from the first to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** How often a process looks whether another one has finished. */
const LOOK_AGAIN_MS = 2_000;

/** Keeps the models of an installation in a folder that several processes may share. */
export function createModelStore(options: ModelStoreOptions): RunningModelStore {
  const { models, folder, clock, log } = options;
  const states = new Map<string, ModelState>(models.map(({ id }) => [id, { state: 'missing' }]));
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  /** Ends the wait before the next attempt of a model. */
  const wakers = new Map<string, AbortController>();
  const downloads = new Map<string, Promise<void>>();

  function become(id: string, state: ModelState): void {
    const before = states.get(id);
    states.set(id, state);
    if (state.state !== 'downloading' && state.state !== before?.state) {
      log.info({ model: id, ...state }, 'state of a model');
    }
    for (const listener of listeners) listener();
  }

  async function keep(model: Model): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      const outcome = await attempt(model);
      if (outcome === 'ready') return;
      failures = outcome === 'failed' ? failures + 1 : 0;
      const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
      const wait = outcome === 'waiting' ? LOOK_AGAIN_MS : ceiling / 2 + (ceiling / 2) * clock.random();
      const state = states.get(model.id);
      if (state?.state === 'failed') become(model.id, { ...state, retryAt: clock.now() + wait });
      const waker = new AbortController();
      wakers.set(model.id, waker);
      await clock.sleep(wait, AbortSignal.any([closing.signal, waker.signal]));
      wakers.delete(model.id);
    }
  }

  function begin(model: Model, work: Promise<void>): void {
    const ended = work.catch(() => undefined).finally(() => downloads.delete(model.id));
    downloads.set(model.id, ended);
  }

  async function attempt(model: Model): Promise<'ready' | 'waiting' | 'failed'> {
    const totalBytes = downloadBytes(model);
    try {
      if (await isInstalled(folder, model)) {
        become(model.id, { state: 'ready' });
        return 'ready';
      }
      const done = await withLock(folder, model, () =>
        installModel(model, {
          folder,
          mirror: options.mirror,
          idleMs: options.idleMs ?? IDLE_MS,
          signal: closing.signal,
          onProgress: (bytes) => become(model.id, { state: 'downloading', bytes, totalBytes }),
        }),
      );
      if (!done) {
        become(model.id, { state: 'waiting' });
        return 'waiting';
      }
      await isInstalled(folder, model);
      become(model.id, { state: 'ready' });
      return 'ready';
    } catch (error) {
      if (!closing.signal.aborted) {
        become(model.id, { state: 'failed', failure: asModelError(error).failure, retryAt: null });
      }
      return 'failed';
    }
  }

  return {
    start() {
      for (const model of models) begin(model, keep(model));
    },
    retry(id) {
      const model = models.find((one) => one.id === id);
      if (!model) return false;
      const state = states.get(id);
      wakers.get(id)?.abort();
      if (state?.state === 'failed' && state.failure === 'unusable' && !downloads.has(id)) {
        become(id, { state: 'missing' });
        begin(
          model,
          removeModel(folder, model).then(() => keep(model)),
        );
      }
      return true;
    },
    files(id) {
      const model = models.find((one) => one.id === id);
      if (!model || states.get(id)?.state !== 'ready') return null;
      return Object.fromEntries(model.files.map((file) => [file.role, filePath(folder, model, file)]));
    },
    statuses: () =>
      models.map(({ id, kind, title }) => ({ ...(states.get(id) ?? { state: 'missing' }), id, kind, title })),
    markUnusable(id) {
      if (states.get(id)?.state === 'ready') {
        become(id, { state: 'failed', failure: 'unusable', retryAt: null });
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await Promise.all(downloads.values());
    },
  };
}
