/** Where the chat's outbox keeps what has not been sent (features/chat/api/indexed-outbox-store.ts). */
export const OUTBOX_DB = 'dragoman-outbox';
const OUTBOX_ENTRIES = 'entries';

/** Signing out does not wait longer than this for the browser's database. */
const PATIENCE_MS = 2_000;

/**
 * Deletes the recordings that wait on this device: somebody's voice must not outlive their session here. Texts stay until their
 * writer is back. Never rejects. Written without a library, as it is part of what every page loads.
 * @param except profile of the one writer who keeps theirs.
 */
export function forgetRecordings(except?: string): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    try {
      const opening = indexedDB.open(OUTBOX_DB);
      // There is none: it must not be made here, without what the outbox puts into it.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onerror = () => resolve();
      opening.onsuccess = () => {
        const db = opening.result;
        if (db.objectStoreNames.contains(OUTBOX_ENTRIES)) return deleteRecordings(db, except, resolve);
        db.close();
        resolve();
      };
    } catch {
      resolve();
    }
  });
}

function deleteRecordings(db: IDBDatabase, except: string | undefined, leave: () => void): void {
  const transaction = db.transaction(OUTBOX_ENTRIES, 'readwrite');
  const end = () => {
    db.close();
    leave();
  };
  transaction.oncomplete = end;
  transaction.onabort = end;
  const request = transaction.objectStore(OUTBOX_ENTRIES).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    const { recording, senderId } = cursor.value as { recording?: unknown; senderId: string };
    if (recording && senderId !== except) cursor.delete();
    cursor.continue();
  };
}
