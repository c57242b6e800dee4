import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { OUTBOX_DB } from '../../../lib/forget-recordings.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';
import type { OutboxStore } from '../model/outbox-store.ts';

interface OutboxDatabase extends DBSchema {
  entries: {
    /** Given by the database: the order of writing over all tabs. */
    key: number;
    value: Omit<OutboxEntry, 'seq'> & { seq?: number };
    indexes: { id: string; senderId: string };
  };
}

/** Some browsers never answer an open request; a message must not wait for that. */
const OPEN_TIMEOUT_MS = 3_000;

/** The outbox in IndexedDB: it survives reloads and is shared by all tabs. Every call rejects when the database fails. */
export function indexedOutboxStore(name = OUTBOX_DB): OutboxStore {
  let opening: Promise<IDBPDatabase<OutboxDatabase>> | null = null;

  function database(): Promise<IDBPDatabase<OutboxDatabase>> {
    opening ??= withTimeout(open(name, forget), OPEN_TIMEOUT_MS).catch((error) => {
      forget();
      throw error;
    });
    return opening;
  }

  function forget(): void {
    opening = null;
  }

  return {
    async add({ seq: _seq, ...entry }) {
      const tx = (await database()).transaction('entries', 'readwrite');
      const older = await tx.store.index('id').getKey(entry.id);
      if (older !== undefined) await tx.store.delete(older);
      const seq = await tx.store.add(entry);
      await tx.done;
      return { ...entry, seq };
    },
    async all(senderId) {
      const entries = await (await database()).getAllFromIndex('entries', 'senderId', senderId);
      return entries
        .map((entry) => ({ ...entry, seq: entry.seq ?? null }))
        .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
    },
    async update({ seq: _seq, ...entry }) {
      const tx = (await database()).transaction('entries', 'readwrite');
      const seq = await tx.store.index('id').getKey(entry.id);
      if (seq !== undefined) await tx.store.put({ ...entry, seq });
      await tx.done;
    },
    async remove(id) {
      const tx = (await database()).transaction('entries', 'readwrite');
      const seq = await tx.store.index('id').getKey(id);
      if (seq !== undefined) await tx.store.delete(seq);
      await tx.done;
    },
  };
}

function open(name: string, onGone: () => void): Promise<IDBPDatabase<OutboxDatabase>> {
  return openDB<OutboxDatabase>(name, 1, {
    upgrade(db) {
      const entries = db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      entries.createIndex('id', 'id', { unique: true });
      entries.createIndex('senderId', 'senderId');
    },
    // A newer version of the page in another tab wants to upgrade: let it, and open again on the next call.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
}

function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
