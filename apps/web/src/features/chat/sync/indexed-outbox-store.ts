import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '@/shared/async/with-timeout.ts';
import { OUTBOX_DB } from '@/shared/offline/outbox-storage.ts';
import type { OutboxEntry, Recording } from '../model/outbox-entry.ts';
import type { OutboxStore } from '../model/outbox-store.ts';

/** Bytes rather than a blob: some browsers lose blobs that stay in a database. */
interface KeptRecording extends Omit<Recording, 'audio'> {
  bytes: ArrayBuffer;
  mediaType: string;
}

interface KeptEntry extends Omit<OutboxEntry, 'seq' | 'recording'> {
  seq?: number;
  recording?: KeptRecording;
}

interface OutboxDatabase extends DBSchema {
  entries: {
    /** Given by the database: the order of writing over all tabs. */
    key: number;
    value: KeptEntry;
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
    async add(entry) {
      // Read before the transaction, which does not wait for it.
      const kept = await toKeep(entry);
      const tx = (await database()).transaction('entries', 'readwrite');
      const older = await tx.store.index('id').getKey(entry.id);
      if (older !== undefined) await tx.store.delete(older);
      const seq = await tx.store.add(kept);
      await tx.done;
      return { ...entry, seq };
    },
    async all(senderId) {
      const entries = await (await database()).getAllFromIndex('entries', 'senderId', senderId);
      return entries.map(fromKept).sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
    },
    async update(entry) {
      const kept = await toKeep(entry);
      const tx = (await database()).transaction('entries', 'readwrite');
      const seq = await tx.store.index('id').getKey(entry.id);
      if (seq !== undefined) await tx.store.put({ ...kept, seq });
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

async function toKeep({ seq: _, recording, ...entry }: OutboxEntry): Promise<KeptEntry> {
  if (!recording) return entry;
  const { audio, durationMs } = recording;
  return { ...entry, recording: { bytes: await audio.arrayBuffer(), mediaType: audio.type, durationMs } };
}

function fromKept({ seq = 0, recording, ...entry }: KeptEntry): OutboxEntry {
  if (!recording) return { ...entry, seq };
  const { bytes, mediaType, durationMs } = recording;
  return { ...entry, seq, recording: { audio: new Blob([bytes], { type: mediaType }), durationMs } };
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
