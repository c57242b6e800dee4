/** Where the chat's outbox keeps what has not been sent (features/chat/api/indexed-outbox-store.ts). */
export const OUTBOX_DB = 'dragoman-outbox';
const OUTBOX_ENTRIES = 'entries';

/** Where notes about people wait to be saved (features/leads/api/lead-store.ts). */
export const LEADS_DB = 'dragoman-leads';

/** Where scanned cards wait to be read (features/card-box/api/scan-store.ts). */
export const CARD_SCANS_DB = 'dragoman-card-scans';

/** Nobody waits longer than this for the browser's database, in ms. */
const PATIENCE_MS = 2_000;

/** What is of interest here of an entry of the outbox. */
interface KeptMessage {
  senderId: string;
  recording?: unknown;
  state: { kind: string };
}

/** Of what has an owner: notes, scanned cards. */
interface Owned {
  ownerId: string;
}

/** What waits on this device and would be lost. */
export interface Unsaved {
  messages: number;
  /** Notes about people and scanned cards. */
  others: number;
}

/** The channel by which the tabs of one writer tell each other what has become of the outbox. */
export function outboxChannel(senderId: string): string {
  return `dragoman-outbox:${senderId}`;
}

/** The channel by which the tabs of one writer tell each other that notes have been stored. */
export function leadsChannel(ownerId: string): string {
  return `dragoman-leads:${ownerId}`;
}

/** @returns what of somebody waits on this device to be sent or saved, or could not be; nothing where nothing can be kept. */
export async function countUnsaved(profileId: string): Promise<Unsaved> {
  const unsaved: Unsaved = { messages: 0, others: 0 };
  const countOwned = ({ value }: EntryCursor<Owned>) => {
    if (value.ownerId === profileId) unsaved.others += 1;
  };
  await Promise.all([
    eachEntry<KeptMessage>(OUTBOX_DB, OUTBOX_ENTRIES, 'readonly', ({ value }) => {
      // The server has those already.
      if (value.senderId === profileId && value.state.kind !== 'delivered') unsaved.messages += 1;
    }),
    eachEntry<Owned>(LEADS_DB, 'leads', 'readonly', countOwned),
    eachEntry<Owned>(CARD_SCANS_DB, 'scans', 'readonly', countOwned),
  ]);
  return unsaved;
}

/**
 * Deletes the recordings that wait on this device: somebody's voice must not outlive their session here. Texts stay until their
 * writer is back. Never rejects.
 * @param except profile of the one writer who keeps theirs.
 */
export function forgetRecordings(except?: string): Promise<void> {
  return eachEntry<KeptMessage>(OUTBOX_DB, OUTBOX_ENTRIES, 'readwrite', (cursor) => {
    const { recording, senderId } = cursor.value;
    if (recording && senderId !== except) cursor.delete();
  });
}

/**
 * Deletes the messages and notes that wait on this device of somebody who logs out, with the recordings of others; texts of somebody
 * whose session ended by itself stay theirs. Never rejects.
 */
export async function forgetUnsaved(profileId: string): Promise<void> {
  await Promise.all([
    eachEntry<KeptMessage>(OUTBOX_DB, OUTBOX_ENTRIES, 'readwrite', (cursor) => {
      const { value } = cursor;
      if (value.recording || value.senderId === profileId) cursor.delete();
    }),
    eachEntry<Owned>(LEADS_DB, 'leads', 'readwrite', (cursor) => {
      if (cursor.value.ownerId === profileId) cursor.delete();
    }),
  ]);
  // Other tabs must not keep it in memory.
  tellTabs(outboxChannel(profileId), { kind: 'stored' });
  tellTabs(leadsChannel(profileId), 'stored');
}

function tellTabs(name: string, message: unknown): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

interface EntryCursor<Entry> extends IDBCursorWithValue {
  readonly value: Entry;
}

type Look<Entry> = (cursor: EntryCursor<Entry>) => void;

/** Goes through what is kept. Never rejects. Written without a library, as it is part of what every page loads. */
function eachEntry<Entry>(
  database: string,
  store: string,
  mode: 'readonly' | 'readwrite',
  look: Look<Entry>,
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

function walk<Entry>(transaction: IDBTransaction, look: Look<Entry>, end: () => void): void {
  transaction.oncomplete = end;
  transaction.onabort = end;
  const [store = ''] = transaction.objectStoreNames;
  const request = transaction.objectStore(store).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    look(cursor);
    cursor.continue();
  };
}
