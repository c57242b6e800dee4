/** Where the chat's outbox keeps what has not been sent (features/chat/api/indexed-outbox-store.ts). */
export const OUTBOX_DB = 'dragoman-outbox';
const OUTBOX_ENTRIES = 'entries';

/** Nobody waits longer than this for the browser's database, in ms. */
const PATIENCE_MS = 2_000;

/** What is of interest here of an entry. */
interface Kept {
  senderId: string;
  recording?: unknown;
  state: { kind: string };
}

/** The channel by which the tabs of one writer tell each other what has become of the outbox. */
export function outboxChannel(senderId: string): string {
  return `dragoman-outbox:${senderId}`;
}

/** @returns how many messages of a writer wait on this device to be sent, or could not be; 0 where nothing can be kept. */
export async function countUnsent(senderId: string): Promise<number> {
  let count = 0;
  await eachEntry('readonly', ({ value }) => {
    // The server has those already.
    if (value.senderId === senderId && value.state.kind !== 'delivered') count += 1;
  });
  return count;
}

/**
 * Deletes the recordings that wait on this device: somebody's voice must not outlive their session here. Texts stay until their
 * writer is back. Never rejects.
 * @param except profile of the one writer who keeps theirs.
 */
export function forgetRecordings(except?: string): Promise<void> {
  return eachEntry('readwrite', (cursor) => {
    const { recording, senderId } = cursor.value;
    if (recording && senderId !== except) cursor.delete();
  });
}

/**
 * Deletes all that waits on this device of a writer who logs out, with the recordings of others; texts of somebody whose session
 * ended by itself stay theirs. Never rejects.
 */
export async function forgetUnsent(senderId: string): Promise<void> {
  await eachEntry('readwrite', (cursor) => {
    const { value } = cursor;
    if (value.recording || value.senderId === senderId) cursor.delete();
  });
  if (typeof BroadcastChannel === 'undefined') return;
  // Other tabs must not keep it in memory.
  const channel = new BroadcastChannel(outboxChannel(senderId));
  channel.postMessage({ kind: 'stored' });
  channel.close();
}

interface EntryCursor extends IDBCursorWithValue {
  readonly value: Kept;
}

/** Goes through what is kept. Never rejects. Written without a library, as it is part of what every page loads. */
function eachEntry(mode: 'readonly' | 'readwrite', look: (cursor: EntryCursor) => void): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    try {
      const opening = indexedDB.open(OUTBOX_DB);
      // There is none: it must not be made here, without what the outbox puts into it.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onerror = () => resolve();
      opening.onsuccess = () => {
        const db = opening.result;
        const end = () => {
          db.close();
          resolve();
        };
        if (db.objectStoreNames.contains(OUTBOX_ENTRIES)) walk(db, mode, look, end);
        else end();
      };
    } catch {
      resolve();
    }
  });
}

function walk(
  db: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  look: (cursor: EntryCursor) => void,
  end: () => void,
): void {
  const transaction = db.transaction(OUTBOX_ENTRIES, mode);
  transaction.oncomplete = end;
  transaction.onabort = end;
  const request = transaction.objectStore(OUTBOX_ENTRIES).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    look(cursor);
    cursor.continue();
  };
}
