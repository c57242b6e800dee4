import { eachRecord } from './each-record.ts';
import { countUnsent } from './outbox-storage.ts';
import { tellTabs } from './tell-tabs.ts';

/** Where scanned cards wait to be read and looked at (`features/card-box/api/scan-store.ts`). */
export const CARD_SCANS_DB = 'dragoman-card-scans';
const SCANS = { database: CARD_SCANS_DB, store: 'scans' };

/** Where notes about people wait to be saved (`features/leads/api/lead-store.ts`). */
export const LEADS_DB = 'dragoman-leads';
const NOTES = { database: LEADS_DB, store: 'leads' };

interface Owned {
  ownerId: string;
}

/** The channel by which the tabs of one writer tell each other what has become of unsaved notes. */
export function leadsChannel(ownerId: string): string {
  return `dragoman-leads:${ownerId}`;
}

/** How much of somebody's work is on this device alone, by kind. */
export interface UnsavedWork {
  messages: number;
  /** Pictures of cards that are not in the card box yet. */
  scans: number;
  /** People about whom something has been noted. */
  notes: number;
}

/** @returns what of a profile waits on this device; nothing where nothing can be kept. Never rejects. */
export async function countUnsaved(profileId: string): Promise<UnsavedWork> {
  const [messages, scans, notes] = await Promise.all([
    countUnsent(profileId),
    countOwned(SCANS, profileId),
    countOwned(NOTES, profileId),
  ]);
  return { messages, scans, notes };
}

/** Deletes the notes that wait on this device of a writer who logs out; those of others stay theirs. Never rejects. */
export async function forgetNotes(ownerId: string): Promise<void> {
  await eachRecord<Owned>(NOTES, 'readwrite', (cursor) => {
    if (cursor.value.ownerId === ownerId) cursor.delete();
  });
  // Other tabs must not keep them in memory.
  tellTabs(leadsChannel(ownerId), 'stored');
}

async function countOwned(where: typeof SCANS, ownerId: string): Promise<number> {
  let count = 0;
  await eachRecord<Owned>(where, 'readonly', ({ value }) => {
    if (value.ownerId === ownerId) count += 1;
  });
  return count;
}
