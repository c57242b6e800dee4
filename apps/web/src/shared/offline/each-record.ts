/** Nobody waits longer than this for the browser's database, in ms. */
const PATIENCE_MS = 2_000;

interface RecordCursor<Value> extends IDBCursorWithValue {
  readonly value: Value;
}

/**
 * Goes through what a database of this browser keeps. Never rejects, and does nothing where there is none. Written without a
 * library, as it is part of what every page loads.
 */
export function eachRecord<Value>(
  { database, store }: { database: string; store: string },
  mode: 'readonly' | 'readwrite',
  look: (cursor: RecordCursor<Value>) => void,
): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    try {
      const opening = indexedDB.open(database);
      // There is none: it must not be made here, without what its owner puts into it.
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
