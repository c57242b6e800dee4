import { abortWhenLeft } from './leaving-page.ts';

/** Time limit for opening the browser's database, in ms. */
const PATIENCE_MS = 2_000;

interface RecordCursor<Value> extends IDBCursorWithValue {
  readonly value: Value;
}

/**
 * Visits all records of a database of this browser. Never rejects, and does nothing when the
 * database does not exist. It uses no library, because every page loads it.
 */
export function forEachRecord<Value>(
  { database, store }: { database: string; store: string },
  mode: 'readonly' | 'readwrite',
  look: (cursor: RecordCursor<Value>) => void,
): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    try {
      const opening = indexedDB.open(database);
      // The database does not exist. Creating it here would leave it without its owner's stores.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onerror = () => resolve();
      opening.onsuccess = () => {
        const db = opening.result;
        const end = () => {
          db.close();
          resolve();
        };
        if (db.objectStoreNames.contains(store)) walk(db.transaction(store, mode), look, end);
        else end();
      };
    } catch {
      resolve();
    }
  });
}

function walk<Value>(
  transaction: IDBTransaction,
  look: (cursor: RecordCursor<Value>) => void,
  end: () => void,
): void {
  abortWhenLeft(transaction);
  transaction.oncomplete = end;
  transaction.onabort = end;
  const [store] = transaction.objectStoreNames;
  const request = transaction.objectStore(store as string).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    look(cursor);
    cursor.continue();
  };
}
