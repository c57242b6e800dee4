import type { IDBPDatabase } from 'idb';
import { tabLock } from '../async/tab-lock.ts';
import { deleteDatabase } from './delete-database.ts';
import type { JobKind, OfflineDatabase, StoredJob } from './offline-schema.ts';
import { openDatabase } from './open-database.ts';

/** A database of an earlier version of the app: one per queue. */
interface LegacyDatabase {
  name: string;
  store: string;
  /** @returns the kind and the job that a record is now; null when the record is damaged */
  convert(record: Record<string, unknown>): { kind: JobKind; job: StoredJob } | null;
  /** The field that says in which order the records were written. */
  order: string;
}

const LEGACY_DATABASES: readonly LegacyDatabase[] = [
  { name: 'dragoman-outbox', store: 'entries', order: 'seq', convert: convertMessage },
  {
    name: 'dragoman-leads',
    store: 'leads',
    order: 'editedAt',
    convert: (record) => convertOwned('leads', record, record.personId),
  },
  {
    name: 'dragoman-exports',
    store: 'exports',
    order: 'exportedAt',
    convert: (record) => convertOwned('exports', record, record.id),
  },
  {
    name: 'dragoman-card-scans',
    store: 'scans',
    order: 'scannedAt',
    convert: (record) => convertOwned('scans', record, record.id),
  },
];

/** Longer than a migration of all that a device may hold. */
const LOCK_PATIENCE_MS = 60_000;

/**
 * Moves the work that earlier versions of the app stored in one database per queue. Each record is
 * copied, read back and only then deleted, so that an interrupted migration resumes at the next
 * start. An old database is deleted when it is empty. Old tabs may write into a deleted database
 * again, so every start looks for it.
 * @throws when a record cannot be copied; it stays in place
 */
export async function migrateLegacyDatabases(db: OfflineDatabase): Promise<void> {
  if ((await legacyNames()).length === 0) return;
  await tabLock(
    'dragoman-offline-migration',
    LOCK_PATIENCE_MS,
  )(async () => {
    const names = await legacyNames();
    for (const legacy of LEGACY_DATABASES) if (names.includes(legacy.name)) await migrate(db, legacy);
  });
}

/** @returns the names of old databases that may exist. */
async function legacyNames(): Promise<string[]> {
  const names = LEGACY_DATABASES.map(({ name }) => name);
  // Firefox before version 126 cannot list databases.
  if (!indexedDB.databases) return names;
  const existing = new Set((await indexedDB.databases()).map(({ name }) => name));
  return names.filter((name) => existing.has(name));
}

async function migrate(db: OfflineDatabase, { name, store, order, convert }: LegacyDatabase): Promise<void> {
  const old = await openExisting(name);
  if (!old) return;
  let left = 0;
  try {
    if (old.objectStoreNames.contains(store)) {
      for (const { key, record } of await recordsOf(old, store, order)) {
        const converted = convert(record);
        if (!converted) continue;
        await copy(db, converted.kind, converted.job);
        await removeUnchanged(old, store, key, record);
      }
      left = await old.count(store);
    }
  } finally {
    old.close();
  }
  if (left === 0) await deleteDatabase(name);
}

/** @returns the database; null when it does not exist; opening must not create it */
function openExisting(name: string): Promise<IDBPDatabase | null> {
  return openDatabase(name, undefined, {
    upgrade: (_db, _oldVersion, _newVersion, transaction) => transaction.abort(),
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  }).catch(() => null);
}

async function recordsOf(old: IDBPDatabase, store: string, order: string) {
  const tx = old.transaction(store);
  const [keys, records] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
  return keys
    .map((key, i) => ({ key, record: records[i] as Record<string, unknown> }))
    .sort(({ record: a }, { record: b }) => compare(a[order], b[order]));
}

/** @throws when the copy is not what was written */
async function copy(db: OfflineDatabase, kind: JobKind, job: StoredJob): Promise<void> {
  const tx = db.transaction(kind, 'readwrite', { durability: 'strict' });
  // There is one already where a migration was interrupted before it deleted the original, which
  // may have changed since.
  const put = async () => {
    const seq = await tx.store.index('key').getKey([job.ownerId, job.id]);
    await tx.store.put(seq === undefined ? job : { ...job, seq });
  };
  await Promise.all([put(), tx.done]);
  const copied = await db.getFromIndex(kind, 'key', [job.ownerId, job.id]);
  if (fingerprint(copied?.data) !== fingerprint(job.data))
    throw new Error(`A copy of ${kind} is not complete`);
}

/** A record that an old tab has changed since it was read stays for the next migration. */
async function removeUnchanged(old: IDBPDatabase, store: string, key: IDBValidKey, record: unknown) {
  const tx = old.transaction(store, 'readwrite');
  const remove = async () => {
    if (fingerprint(await tx.store.get(key)) === fingerprint(record)) await tx.store.delete(key);
  };
  await Promise.all([remove(), tx.done]);
}

/**
 * The old outbox kept voice messages that were delivered and not transcribed yet beside the unsent
 * messages.
 */
function convertMessage({ seq: _, ...entry }: Record<string, unknown>) {
  const { id, senderId, sessionId, recording, sourceLanguage, targetLanguage, state } = entry;
  if (typeof id !== 'string' || typeof senderId !== 'string') return null;
  if ((state as { kind?: unknown } | undefined)?.kind !== 'delivered') {
    return { kind: 'messages', job: { ownerId: senderId, id, data: entry } } as const;
  }
  const { bytes, mediaType } = (recording ?? {}) as Record<string, unknown>;
  const data = { id, sessionId, bytes, mediaType, language: sourceLanguage, target: targetLanguage };
  return { kind: 'transcriptions', job: { ownerId: senderId, id, data } } as const;
}

function convertOwned(kind: JobKind, data: Record<string, unknown>, id: unknown) {
  const { ownerId } = data;
  if (typeof id !== 'string' || typeof ownerId !== 'string') return null;
  return { kind, job: { ownerId, id, data } };
}

/** @returns the values of a record, with the length of its bytes in their place. */
function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (part instanceof ArrayBuffer ? part.byteLength : part)) ?? '';
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b));
}
