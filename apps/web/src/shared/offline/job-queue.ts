import { retryDelayMs } from '../async/retry-delay.ts';
import type { JobStore } from './job-store.ts';

/** The result of an attempt. */
export type JobOutcome<Job> =
  /**
   * The attempt has settled the job, successfully or not.
   * @property next the new state of the job, given the user's edits in the meantime; null removes
   * it
   * @property after called when the queue shows it and the store has it
   */
  | { kind: 'settled'; next(latest: Job): Job | null; after?(): void }
  /**
   * A later attempt may succeed; the queue waits with all jobs.
   * @property afterMs at least so long
   * @property counts whether it is one of `maxAttempts`: the server was there
   */
  | { kind: 'retry'; afterMs?: number; counts?: boolean };

/** Defines one kind of job. */
export interface JobDefinition<Job> {
  /** @returns a name that is unique among the owner's jobs of this kind */
  idOf(job: Job): string;
  /** @returns the storable form: bytes instead of blobs, which some browsers lose */
  encode(job: Job): unknown;
  /**
   * @returns the job of what `encode` gave, maybe in an earlier version of the app; null leaves it
   * alone in the store
   */
  parse(data: unknown): Job | null;
  /** Checks whether the job is due for an attempt; other jobs wait for the user. */
  isDue(job: Job): boolean;
  /** Before this moment (ms since 1970) the job is not attempted. */
  readyAt?(job: Job): number;
  /**
   * The user sees an added job when the store has it, not at once: for what cannot be made again,
   * or a store that rejects.
   */
  isShownWhenKept?: boolean;
  /** While it is false no attempt is made; `wake` asks again. */
  mayRun?(): boolean;
  /** One attempt. Never rejects. */
  run(job: Job): Promise<JobOutcome<Job>>;
  /**
   * After so many counted attempts `giveUp` says what becomes of the job. Without it, attempts
   * never end.
   */
  maxAttempts?: number;
  giveUp?(job: Job): Job | null;
}

export interface JobQueuePorts {
  ownerId: string;
  store: JobStore;
  /** Runs `work` while no other tab runs work of this queue. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** The store has changed, which other tabs want to know. */
  onStored(): void;
}

/** The present activity of the queue. `failures`: attempts in a row that ended in a retry. */
export type Activity =
  | { kind: 'idle' }
  | { kind: 'running'; id: string; failures: number }
  | { kind: 'waiting'; failures: number };

export interface QueueState<Job> {
  /** In order of adding. */
  jobs: readonly Job[];
  activity: Activity;
}

export interface JobQueue<Job> {
  get(): QueueState<Job>;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /**
   * Shows a job, keeps it as the newest, and runs it in its turn.
   * @returns whether it is kept; false when the queue has ended
   * @throws where the store cannot keep it
   */
  add(job: Job): Promise<boolean>;
  /** Replaces a job where it is, and forgets its attempts. Resolves when it is kept. */
  update(job: Job): Promise<void>;
  /** @returns the removed job; null if it does not exist */
  remove(id: string): Promise<Job | null>;
  /** Tries now: the network may be back. */
  wake(): void;
  /**
   * Reads the store: another tab may have changed it. The queue keeps its jobs when that fails.
   * Never rejects.
   */
  reload(): Promise<void>;
  /** Ends the queue. A running attempt finishes; no job is added afterwards. */
  stop(): void;
}

/**
 * The queue of one kind of job and one owner. It runs one job at a time, in order. A new job is
 * shown first, then stored, then run; a removed one is shown until the store has deleted it.
 * Several tabs share the jobs, and one of them runs at a time.
 */
export function createJobQueue<Job>(definition: JobDefinition<Job>, ports: JobQueuePorts): JobQueue<Job> {
  const { idOf, encode } = definition;
  const { ownerId, store } = ports;
  const listeners = new Set<() => void>();
  let state: QueueState<Job> = { jobs: [], activity: { kind: 'idle' } };
  let stopped = false;
  let running = false;
  let wanted = false;
  let failures = 0;
  /** Reads of the store in a row that failed. */
  let failedReads = 0;
  let endPause = () => {};
  /** Counted attempts by job. */
  const attempts = new Map<string, number>();
  /** Writes reach the store in the order in which they were made. */
  let writing: Promise<unknown> = Promise.resolve();
  /** The last write asked for, if it adds a job and has not begun. */
  let waitingAdd: { id: string; job: Job; written: Promise<void> } | null = null;
  let changes = 0;

  function publish(next: Partial<QueueState<Job>>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function find(id: string): Job | undefined {
    return state.jobs.find((job) => idOf(job) === id);
  }

  function without(id: string): Job[] {
    return state.jobs.filter((job) => idOf(job) !== id);
  }

  function write(work: () => Promise<void>): Promise<void> {
    changes += 1;
    waitingAdd = null;
    const written = writing.then(work).then(ports.onStored);
    writing = written.catch(() => {});
    return written;
  }

  function show(jobs: readonly Job[]): void {
    changes += 1;
    publish({ jobs });
  }

  /** Each typed letter adds its note again: a slow phone writes the newest one, not all of them. */
  function storeNewest(id: string, job: Job): Promise<void> {
    if (waitingAdd?.id === id) {
      waitingAdd.job = job;
      return waitingAdd.written;
    }
    const written = write(async () => {
      if (waitingAdd === added) waitingAdd = null;
      await store.add({ ownerId, id, data: await encode(added.job) });
    });
    const added = { id, job, written };
    waitingAdd = added;
    return written;
  }

  async function add(job: Job): Promise<boolean> {
    const id = idOf(job);
    if (stopped) return false;
    attempts.delete(id);
    const isShown = !definition.isShownWhenKept;
    if (isShown) show([...without(id), job]);
    await storeNewest(id, job);
    if (!isShown) show([...without(id), job]);
    wake();
    return true;
  }

  function replace(job: Job): Promise<void> {
    const id = idOf(job);
    show(state.jobs.map((one) => (idOf(one) === id ? job : one)));
    return write(async () => store.update({ ownerId, id, data: await encode(job) }));
  }

  async function remove(id: string): Promise<Job | null> {
    const job = find(id) ?? null;
    await write(() => store.remove(ownerId, id));
    // It is shown until the store has deleted it, and longer when it was added again in the
    // meantime.
    if (find(id) === job) show(without(id));
    return job;
  }

  /** @returns what `ask` has read with no change made here meanwhile; null when the queue has ended */
  async function consistently<T>(ask: () => Promise<T>): Promise<T | null> {
    while (!stopped) {
      const writes = writing;
      await writes;
      // A write that has begun meanwhile may reach the store after the read.
      if (writing !== writes) continue;
      const before = changes;
      const answer = await ask();
      // Changes made here during the read are newer than its result.
      if (changes === before) return answer;
    }
    return null;
  }

  async function stored(id: string): Promise<Job | null> {
    const kept = await store.get(ownerId, id);
    return kept && definition.parse(kept.data);
  }

  /**
   * @param again whether jobs that the queue has are read, too: another tab may have changed them
   * @returns whether the store could be read
   */
  async function read(again: boolean): Promise<boolean> {
    try {
      const jobs = await consistently(async () => {
        const found: Job[] = [];
        for (const id of await store.ids(ownerId)) {
          const job = (again ? null : find(id)) ?? (await stored(id));
          if (job) found.push(job);
        }
        return found;
      });
      if (jobs) publish({ jobs });
      return true;
    } catch {
      return false;
    }
  }

  /** @returns the next job that is due, as the store has it */
  async function nextDue(): Promise<Job | undefined> {
    for (;;) {
      const known = state.jobs.find(definition.isDue);
      if (!known || stopped) return undefined;
      const id = idOf(known);
      let current: Job | null;
      try {
        current = await consistently(() => stored(id));
      } catch {
        return known;
      }
      if (stopped) return undefined;
      publish({ jobs: state.jobs.flatMap((job) => (idOf(job) === id ? (current ?? []) : job)) });
      if (current && definition.isDue(current)) return current;
    }
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      while (wanted && !stopped) {
        wanted = false;
        const pauseMs = await ports.exclusively(runNext);
        if (pauseMs === null) continue;
        wanted = true;
        if (pauseMs > 0 && !stopped) await pause(pauseMs);
      }
    } finally {
      running = false;
    }
  }

  /** @returns how long to wait before the next job, in ms; null when no job is due */
  async function runNext(): Promise<number | null> {
    // Inside the lock: another tab may have run, added or removed something meanwhile.
    failedReads = (await read(false)) ? 0 : failedReads + 1;
    const job = definition.mayRun?.() === false ? undefined : await nextDue();
    if (!job || stopped) {
      publish({ activity: { kind: 'idle' } });
      // Jobs may wait in a store that could not be read.
      return failedReads > 0 ? retryDelayMs(failedReads) : null;
    }
    const early = (definition.readyAt?.(job) ?? 0) - Date.now();
    if (early > 0) return early;
    const id = idOf(job);
    publish({ activity: { kind: 'running', id, failures } });
    const outcome = await definition.run(job);
    if (outcome.kind === 'retry') {
      if (outcome.counts) attempts.set(id, (attempts.get(id) ?? 0) + 1);
      if ((attempts.get(id) ?? 0) < (definition.maxAttempts ?? Number.POSITIVE_INFINITY)) {
        failures += 1;
        publish({ activity: { kind: 'waiting', failures } });
        return Math.max(retryDelayMs(failures), outcome.afterMs ?? 0);
      }
      await settle(id, (latest) => definition.giveUp?.(latest) ?? null);
    } else {
      await settle(id, outcome.next);
      outcome.after?.();
    }
    return 0;
  }

  async function settle(id: string, next: (latest: Job) => Job | null): Promise<void> {
    failures = 0;
    attempts.delete(id);
    const latest = find(id);
    const job = latest && next(latest);
    publish({ activity: { kind: 'idle' } });
    // The user may have removed it meanwhile, and does not want it back.
    if (job) await replace(job);
    else if (latest) await remove(id);
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake(): void {
    wanted = true;
    endPause();
    void run();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add,
    update(job) {
      attempts.delete(idOf(job));
      return replace(job);
    },
    remove,
    wake,
    async reload() {
      await read(true);
    },
    stop() {
      stopped = true;
      endPause();
    },
  };
}
