import { withTimeout } from '../async/with-timeout.ts';
import { timesLeft } from './leaving-page.ts';
import { offlineDatabase } from './offline-database.ts';
import type { JobKind, OfflineDatabase, StoredJob } from './offline-schema.ts';

/**
 * Another tab that the browser has frozen in a transaction blocks this one. Longer than storing the
 * largest file takes.
 */
const ANSWER_TIMEOUT_MS = 5_000;

/** A queue of the waiting jobs of one kind, in the order of `add`. */
export interface JobStore {
  /** @returns the ids of one owner's jobs, in order; reads no job, since some hold ten megabytes */
  ids(ownerId: string): Promise<string[]>;
  /** @returns a job, or null */
  get(ownerId: string, id: string): Promise<StoredJob | null>;
  /** Keeps a job at the end of the order, in place of one with the same id, in one step. */
  add(job: StoredJob): Promise<void>;
  /** Replaces a job in place; does nothing when it was removed. */
  update(job: StoredJob): Promise<void>;
  remove(ownerId: string, id: string): Promise<void>;
  /** Removes the jobs of any owner that match. Rejects when the database fails: it may hold them. */
  removeWhere(matches: (job: StoredJob) => boolean): Promise<void>;
}

/** @returns the jobs of one owner, in order; read one by one, so that each is read in time */
export async function allJobs(store: JobStore, ownerId: string): Promise<StoredJob[]> {
  const jobs: StoredJob[] = [];
  for (const id of await store.ids(ownerId)) {
    const job = await store.get(ownerId, id);
    if (job) jobs.push(job);
  }
  return jobs;
}

const stores = new Map<JobKind, JobStore>();

/**
 * @returns the store of one kind, one per page. Its writes fall back to memory when the browser's
 * database fails, and its reads as {@link storeWithMemory} says.
 */
export function jobStore(kind: JobKind): JobStore {
  let store = stores.get(kind);
  if (!store) {
    store = storeWithMemory(indexedJobStore(kind));
    stores.set(kind, store);
  }
  return store;
}

/**
 * Jobs in IndexedDB: they survive reloads, and all tabs share them. Every call rejects when the
 * database fails.
 */
export function indexedJobStore(kind: JobKind): JobStore {
  function write(ownerId: string, id: string, put: StoredJob | null, inPlace: boolean): Promise<void> {
    return withDatabase(async (db) => {
      const tx = db.transaction(kind, 'readwrite');
      const change = async () => {
        const seq = await tx.store.index('key').getKey([ownerId, id]);
        if (inPlace && put) {
          if (seq !== undefined) await tx.store.put({ ...put, seq });
        } else {
          if (seq !== undefined) await tx.store.delete(seq);
          if (put) await tx.store.add(put);
        }
      };
      await Promise.all([change(), tx.done]);
    });
  }

  return {
    ids: (ownerId) =>
      withDatabase(async (db) => {
        const found: { id: string; seq: number }[] = [];
        // Any text is before an array.
        const owned = IDBKeyRange.bound([ownerId], [ownerId, []]);
        let cursor = await db.transaction(kind).store.index('key').openKeyCursor(owned);
        for (; cursor; cursor = await cursor.continue()) {
          found.push({ id: cursor.key[1], seq: cursor.primaryKey });
        }
        return found.sort((one, other) => one.seq - other.seq).map(({ id }) => id);
      }),
    get: (ownerId, id) =>
      withDatabase(async (db) => (await db.getFromIndex(kind, 'key', [ownerId, id])) ?? null),
    add: (job) => write(job.ownerId, job.id, job, false),
    update: (job) => write(job.ownerId, job.id, job, true),
    remove: (ownerId, id) => write(ownerId, id, null, false),
    removeWhere: (matches) =>
      withDatabase(async (db) => {
        const tx = db.transaction(kind, 'readwrite');
        const change = async () => {
          for (let cursor = await tx.store.openCursor(); cursor; cursor = await cursor.continue()) {
            if (matches(cursor.value)) await cursor.delete();
          }
        };
        await Promise.all([change(), tx.done]);
      }),
  };
}

/** The browser has no database for this page, or does not open it. */
export class NoDatabaseError extends Error {
  override name = 'NoDatabaseError';
}

/**
 * Works on the database; once more where the browser has kept the page that the user left, which
 * ends transactions, and now shows it again.
 * @throws NoDatabaseError when it does not open; another error when it is open and fails, or does
 * not answer in time
 */
async function withDatabase<T>(work: (db: OfflineDatabase) => Promise<T>): Promise<T> {
  const attempt = async () => withTimeout(work(await openedDatabase()), ANSWER_TIMEOUT_MS);
  const before = timesLeft();
  try {
    return await attempt();
  } catch (error) {
    if (timesLeft() === before) throw error;
    return attempt();
  }
}

async function openedDatabase(): Promise<OfflineDatabase> {
  try {
    return await offlineDatabase();
  } catch (cause) {
    throw new NoDatabaseError('The database of unsent work does not open', { cause });
  }
}

/** A store that lives as long as the page. */
export function memoryJobStore(): JobStore {
  const jobs = new Map<string, StoredJob>();
  return {
    ids: async (ownerId) => idsOf(ownerId, jobs.values()),
    get: async (ownerId, id) => jobs.get(keyOf({ ownerId, id })) ?? null,
    async add(job) {
      jobs.delete(keyOf(job));
      jobs.set(keyOf(job), job);
    },
    async update(job) {
      if (jobs.has(keyOf(job))) jobs.set(keyOf(job), job);
    },
    async remove(ownerId, id) {
      jobs.delete(keyOf({ ownerId, id }));
    },
    async removeWhere(matches) {
      for (const [key, job] of jobs) if (matches(job)) jobs.delete(key);
    },
  };
}

/**
 * A store that falls back to memory when the durable one fails: private windows, a full disk, a
 * database that another version of the app holds open. A job then lasts as long as the page,
 * instead of not running at all. Without a database memory is the whole store. A database that has
 * been open and now fails may hold jobs that memory does not know: a read that needs it rejects.
 */
export function storeWithMemory(durable: JobStore): JobStore {
  /**
   * A newer value than the durable store holds under the same key. Null: removed, which the durable
   * store could not do.
   */
  const memory = new Map<string, StoredJob | null>();
  let wasOpen = false;

  async function readDurably<T>(read: () => Promise<T>, absent: T): Promise<T> {
    try {
      const answer = await read();
      wasOpen = true;
      return answer;
    } catch (error) {
      if (wasOpen || !(error instanceof NoDatabaseError)) throw error;
      return absent;
    }
  }

  async function tryDurably(key: string, job: StoredJob | null, write: () => Promise<void>): Promise<void> {
    try {
      await write();
      wasOpen = true;
      memory.delete(key);
    } catch {
      memory.set(key, job);
    }
  }

  return {
    async ids(ownerId) {
      const kept = await readDurably(() => durable.ids(ownerId), []);
      const current = kept.filter((id) => memory.get(keyOf({ ownerId, id })) !== null);
      // Jobs in memory, which could not be stored, are newer than stored ones.
      return [...new Set([...current, ...idsOf(ownerId, memory.values())])];
    },
    async get(ownerId, id) {
      const known = memory.get(keyOf({ ownerId, id }));
      return known === undefined ? readDurably(() => durable.get(ownerId, id), null) : known;
    },
    add: (job) => tryDurably(keyOf(job), job, () => durable.add(job)),
    async update(job) {
      const key = keyOf(job);
      // A job that is in memory alone would not be found by the durable store.
      if (memory.get(key)) memory.set(key, job);
      else if (!memory.has(key)) await tryDurably(key, job, () => durable.update(job));
    },
    // A job that a reload brings back is run again, which the ids and versions of all kinds make
    // harmless.
    remove: (ownerId, id) => tryDurably(keyOf({ ownerId, id }), null, () => durable.remove(ownerId, id)),
    async removeWhere(matches) {
      for (const [key, job] of memory) if (job && matches(job)) memory.delete(key);
      await durable.removeWhere(matches);
    },
  };
}

function idsOf(ownerId: string, jobs: Iterable<StoredJob | null>): string[] {
  return [...jobs].flatMap((job) => (job?.ownerId === ownerId ? [job.id] : []));
}

function keyOf({ ownerId, id }: Pick<StoredJob, 'ownerId' | 'id'>): string {
  return `${ownerId} ${id}`;
}
