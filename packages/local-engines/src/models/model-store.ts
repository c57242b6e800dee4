import type { Log } from '@dragoman/functions/http/log';
import type { Clock } from '@dragoman/functions/providers/retry';
import type { Model, ModelState, ModelStore } from './model.ts';
import { asModelError } from './model-error.ts';
import {
  downloadBytes,
  filePath,
  installModel,
  isInstalled,
  isSwitchedOn,
  makeModelFolder,
  removeFiles,
  removeModel,
  withLock,
} from './model-folder.ts';

export interface ModelStoreOptions {
  models: readonly Model[];
  /** Absolute path; made when it is missing. */
  folder: string;
  /**
   * Base address of a mirror (`MODELS_URL`), without a trailing slash; null: the published
   * addresses.
   */
  mirror: string | null;
  clock: Clock;
  log: Log;
  /** Milliseconds without a byte after which a connection counts as lost. */
  idleMs?: number;
}

/** The store with what its owner does. */
export interface RunningModelStore extends ModelStore {
  /**
   * Downloads missing models, and retries until all models that are switched on are ready. Returns
   * at once.
   */
  start(): void;
  /**
   * Tries a model that failed again at once; the files of one that the engine could not load are
   * replaced.
   * @returns false when there is no such model
   */
  retry(id: string): boolean;
  /**
   * Switches an optional model on, in every process on this models folder. The download continues
   * in the background.
   * @returns false without an optional model of this id
   * @throws errors of the file system; the model stays off then
   */
  switchOn(id: string): Promise<boolean>;
  /**
   * Switches an optional model off and deletes its files, in every process on this models folder.
   * @returns false when there is no optional model with this id
   * @throws errors of the file system; the model stays on then
   */
  switchOff(id: string): Promise<boolean>;
  /** Ends downloads; received bytes are kept for the next start. */
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
/** Waits between attempts double from the first to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/**
 * The interval at which a process checks which models others have installed, switched on or
 * switched off.
 */
const LOOK_AGAIN_MS = 2_000;

/** Keeps the models of an installation in a folder that several processes may share. */
export function createModelStore(options: ModelStoreOptions): RunningModelStore {
  const { models, folder, clock, log } = options;
  const states = new Map<string, ModelState>(models.map(({ id, optional }) => [id, initialState(optional)]));
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  /** Ends the wait before the next attempt of a model. */
  const wakers = new Map<string, AbortController>();
  /** Models that are being installed, and what ends that. */
  const installs = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  /** Changes of a model's folder, one after the other. */
  const turns = new Map<string, Promise<void>>();
  const watches: Promise<void>[] = [];

  function become(id: string, state: ModelState): void {
    const before = states.get(id);
    states.set(id, state);
    if (state.state !== 'downloading' && state.state !== before?.state) {
      log.info({ model: id, ...state }, 'state of a model');
    }
    for (const listener of listeners) listener();
  }

  async function keep(model: Model, stopped: AbortSignal): Promise<void> {
    for (let failures = 0; !stopped.aborted; ) {
      const outcome = await attempt(model, stopped);
      if (outcome === 'ready' || outcome === 'off') return;
      failures = outcome === 'failed' ? failures + 1 : 0;
      const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
      const wait = outcome === 'waiting' ? LOOK_AGAIN_MS : ceiling / 2 + (ceiling / 2) * clock.random();
      const state = states.get(model.id);
      if (state?.state === 'failed') become(model.id, { ...state, retryAt: clock.now() + wait });
      const waker = new AbortController();
      wakers.set(model.id, waker);
      await clock.sleep(wait, AbortSignal.any([stopped, waker.signal]));
      wakers.delete(model.id);
    }
  }

  function begin(model: Model): void {
    const { id } = model;
    if (closing.signal.aborted || installs.has(id)) return;
    const stop = new AbortController();
    const ended = keep(model, stop.signal)
      .catch(() => undefined)
      .finally(() => installs.delete(id));
    installs.set(id, { stop, ended });
  }

  async function end(id: string): Promise<void> {
    installs.get(id)?.stop.abort();
    await installs.get(id)?.ended;
  }

  async function attempt(model: Model, signal: AbortSignal): Promise<'ready' | 'waiting' | 'failed' | 'off'> {
    const totalBytes = downloadBytes(model);
    try {
      if (await isInstalled(folder, model)) {
        become(model.id, { state: 'ready' });
        return 'ready';
      }
      const done = await withLock(folder, model, async () => {
        // The folder of an optional model says that it is on: only a person makes it.
        if (!model.optional) await makeModelFolder(folder, model);
        await installModel(model, {
          folder,
          mirror: options.mirror,
          idleMs: options.idleMs ?? IDLE_MS,
          signal,
          onProgress: (bytes) => become(model.id, { state: 'downloading', bytes, totalBytes }),
        });
      });
      if (!done) {
        become(model.id, { state: 'waiting' });
        return 'waiting';
      }
      await isInstalled(folder, model);
      become(model.id, { state: 'ready' });
      return 'ready';
    } catch (error) {
      if (!(await isSwitchedOn(folder, model))) {
        // Another process has switched it off meanwhile.
        become(model.id, { state: 'off' });
        return 'off';
      }
      if (!signal.aborted) {
        become(model.id, { state: 'failed', failure: asModelError(error).failure, retryAt: null });
      }
      return 'failed';
    }
  }

  function inTurn(id: string, work: () => Promise<void>): Promise<void> {
    const turn = (turns.get(id) ?? Promise.resolve()).then(work);
    turns.set(
      id,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** Follows the choice that the models folder holds. */
  async function look(model: Model): Promise<void> {
    const isOn = await isSwitchedOn(folder, model);
    if (isOn === (states.get(model.id)?.state !== 'off')) return;
    await end(model.id);
    become(model.id, { state: isOn ? 'missing' : 'off' });
    if (isOn) begin(model);
  }

  async function watch(model: Model): Promise<void> {
    while (!closing.signal.aborted) {
      await inTurn(model.id, () => look(model));
      await clock.sleep(LOOK_AGAIN_MS, closing.signal);
    }
  }

  const optionalModel = (id: string) => models.find((one) => one.id === id && one.optional);

  return {
    start() {
      for (const model of models) {
        if (model.optional) watches.push(watch(model).catch(() => undefined));
        else begin(model);
      }
    },
    retry(id) {
      const model = models.find((one) => one.id === id);
      if (!model) return false;
      const state = states.get(id);
      // The caller sees the new attempt, even if it fails again.
      if (state?.state === 'failed') become(id, { state: 'missing' });
      wakers.get(id)?.abort();
      if (state?.state === 'failed' && state.failure === 'unusable' && !installs.has(id)) {
        inTurn(id, () => removeFiles(folder, model)).then(
          () => begin(model),
          (error) => become(id, { state: 'failed', failure: asModelError(error).failure, retryAt: null }),
        );
      }
      return true;
    },
    async switchOn(id) {
      const model = optionalModel(id);
      if (!model) return false;
      await inTurn(id, async () => {
        await makeModelFolder(folder, model);
        await look(model);
      });
      return true;
    },
    async switchOff(id) {
      const model = optionalModel(id);
      if (!model) return false;
      await inTurn(id, async () => {
        await end(id);
        // Before its files go, so that the engine uses them no more.
        become(id, { state: 'off' });
        await removeModel(folder, model).finally(() => look(model));
      });
      return true;
    },
    files(id) {
      const model = models.find((one) => one.id === id);
      if (!model || states.get(id)?.state !== 'ready') return null;
      return Object.fromEntries(model.files.map((file) => [file.role, filePath(folder, model, file)]));
    },
    statuses: () =>
      models.map(({ id, kind, title }) => ({ ...(states.get(id) ?? { state: 'missing' }), id, kind, title })),
    markUnusable(id, reason) {
      if (states.get(id)?.state === 'ready') {
        log.warn({ model: id, reason }, 'the engine cannot load a model');
        become(id, { state: 'failed', failure: 'unusable', retryAt: null });
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closing.abort();
      await Promise.all([...watches, ...[...installs.keys()].map(end)]);
    },
  };
}

function initialState(optional = false): ModelState {
  return { state: optional ? 'off' : 'missing' };
}
