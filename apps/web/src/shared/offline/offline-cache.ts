import type { DBSchema, IDBPDatabase } from 'idb';
import { withTimeout } from '../async/with-timeout.ts';
import { OFFLINE_CACHE_DB } from './offline-cache-database.ts';
import { openDatabase } from './open-database.ts';

/** The kinds of stored reads: query results, and chats as last shown. */
export type Collection = 'queries' | 'chats';

interface StoredEntry {
  userId: string;
  key: string;
  /** The time of reading, ms since 1970. */
  at: number;
  json: string;
}

interface OfflineCacheSchema extends DBSchema {
  queries: { key: [string, string]; value: StoredEntry; indexes: { at: number } };
  chats: { key: [string, string]; value: StoredEntry; indexes: { at: number } };
}

export interface CachedEntry {
  key: string;
  at: number;
  value: unknown;
}

/** Older than this it is not shown: a fair is over within a week. */
export const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;
/** Characters of JSON. A larger answer is read again; a few thousand contacts fit. */
export const MAX_ENTRY_LENGTH = 1_000_000;
/** Characters of JSON of a collection; the oldest go first. */
export const MAX_TOTAL_LENGTH = 5_000_000;

/**
 * Some browsers never answer an open request, and another tab that the browser has frozen may block
 * a read: a page must not wait for that.
 */
const TIMEOUT_MS = 1_000;
/** Without a network there is nothing else to show. */
const OFFLINE_TIMEOUT_MS = 5_000;

function timeoutMs(): number {
  return globalThis.navigator?.onLine === false ? OFFLINE_TIMEOUT_MS : TIMEOUT_MS;
}

/**
 * One user's reads on this device, which can be shown without a network. They are copies of the
 * server's data, so losing them costs nothing. Signing out deletes the database, see
 * `clearLocalData`. Every call rejects when the browser's database fails.
 */
export function offlineCache(collection: Collection, userId: string) {
  return {
    async get(key: string): Promise<unknown> {
      const db = await database();
      const kept = await withTimeout(db.get(collection, [userId, key]), timeoutMs());
      return kept && isFresh(kept) ? JSON.parse(kept.json) : null;
    },

    async all(): Promise<CachedEntry[]> {
      const range = IDBKeyRange.bound([userId, ''], [userId, '\uffff']);
      const db = await database();
      const kept = await withTimeout(db.getAll(collection, range), timeoutMs());
      return kept.filter(isFresh).map(({ key, at, json }) => ({ key, at, value: JSON.parse(json) }));
    },

    /**
     * @returns false when the value is too large to be kept; what was there before is then gone,
     * too.
     */
    async put(key: string, value: unknown, at = Date.now()): Promise<boolean> {
      const json = JSON.stringify(value);
      const db = await database();
      if (json.length > MAX_ENTRY_LENGTH) {
        await db.delete(collection, [userId, key]);
        return false;
      }
      await db.put(collection, { userId, key, at, json });
      return true;
    },

    /** Deletes entries that are too old or exceed the room, and all entries of other users. */
    async tidy(): Promise<void> {
      const tx = (await database()).transaction(collection, 'readwrite');
      let room = MAX_TOTAL_LENGTH;
      const change = async () => {
        for (let cursor = await tx.store.index('at').openCursor(null, 'prev'); cursor; ) {
          room -= cursor.value.json.length;
          if (room < 0 || !isFresh(cursor.value) || cursor.value.userId !== userId) await cursor.delete();
          cursor = await cursor.continue();
        }
      };
      await Promise.all([change(), tx.done]);
    },
  };
}

function isFresh({ at }: StoredEntry): boolean {
  return Date.now() - at < MAX_AGE_MS;
}

let opening: Promise<IDBPDatabase<OfflineCacheSchema>> | null = null;

function database(): Promise<IDBPDatabase<OfflineCacheSchema>> {
  opening ??= withTimeout(open(), timeoutMs()).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

function open(): Promise<IDBPDatabase<OfflineCacheSchema>> {
  return openDatabase<OfflineCacheSchema>(OFFLINE_CACHE_DB, 1, {
    upgrade(db) {
      for (const name of ['queries', 'chats'] as const) {
        db.createObjectStore(name, { keyPath: ['userId', 'key'] }).createIndex('at', 'at');
      }
    },
    // Another tab signs out and deletes it: let it.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      opening = null;
    },
    terminated: () => {
      opening = null;
    },
  });
}
