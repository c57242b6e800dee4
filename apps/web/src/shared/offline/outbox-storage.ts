import { eachRecord } from './each-record.ts';
import { tellTabs } from './tell-tabs.ts';

/** Where the chat's outbox keeps what has not been sent (features/chat/sync/indexed-outbox-store.ts). */
export const OUTBOX_DB = 'dragoman-outbox';
/** What {@link eachRecord} goes through. */
export const OUTBOX_ENTRIES = { database: OUTBOX_DB, store: 'entries' };

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
  await eachRecord<Kept>(OUTBOX_ENTRIES, 'readonly', ({ value }) => {
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
  return eachRecord<Kept>(OUTBOX_ENTRIES, 'readwrite', (cursor) => {
    const { recording, senderId } = cursor.value;
    if (recording && senderId !== except) cursor.delete();
  });
}

/**
 * Deletes all that waits on this device of a writer who logs out, with the recordings of others; texts of somebody whose session
 * ended by itself stay theirs. Never rejects.
 */
export async function forgetUnsent(senderId: string): Promise<void> {
  await eachRecord<Kept>(OUTBOX_ENTRIES, 'readwrite', (cursor) => {
    const { value } = cursor;
    if (value.recording || value.senderId === senderId) cursor.delete();
  });
  // Other tabs must not keep it in memory.
  tellTabs(outboxChannel(senderId), { kind: 'stored' });
}
