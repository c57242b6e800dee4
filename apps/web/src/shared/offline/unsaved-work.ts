import { eachRecord } from './each-record.ts';
import { countUnsent } from './outbox-storage.ts';
import { tellTabs } from './tell-tabs.ts';

/** Where scanned cards wait to be read and looked at (`features/card-box/api/scan-store.ts`). */
export const CARD_SCANS_DB = 'dragoman-card-scans';
export const SCANS = { database: CARD_SCANS_DB, store: 'scans' };

/** Where notes about people wait to be saved (`features/leads/api/lead-store.ts`). */
export const LEADS_DB = 'dragoman-leads';
export const NOTES = { database: LEADS_DB, store: 'leads' };

/** Where records of exports wait for the server (`entities/export/export-store.ts`). */
export const EXPORTS_DB = 'dragoman-exports';
const EXPORTS = { database: EXPORTS_DB, store: 'exports' };

interface Owned {
  ownerId: string;
}

/** The channel by which the tabs of one writer tell each other what has become of unsaved notes. */
export function leadsChannel(ownerId: string): string {
  return `dragoman-leads:${ownerId}`;
}

/** The channel by which the tabs of one person tell each other what has become of records of exports. */
export function exportsChannel(ownerId: string): string {
  return `dragoman-exports:${ownerId}`;
}

/** How much of somebody's work is on this device alone, by kind. */
export interface UnsavedWork {
  messages: number;
  /** Pictures of cards that are not in the card box yet. */
  scans: number;
  /** People about whom something has been noted. */
  notes: number;
  /** Records of exports; logging out does not delete them. */
  exports: number;
}

/** @returns what of a profile waits on this device; nothing where nothing can be kept. Never rejects. */
export async function countUnsaved(profileId: string): Promise<UnsavedWork> {
  const [messages, scans, notes, exports] = await Promise.all([
    countUnsent(profileId),
    countOwned(SCANS, profileId),
    countOwned(NOTES, profileId),
    countOwned(EXPORTS, profileId),
  ]);
  return { messages, scans, notes, exports };
}

/** Deletes the notes that wait on this device of a writer who logs out; those of others stay theirs. Never rejects. */
export async function forgetNotes(ownerId: string): Promise<void> {
  await forgetOwned(NOTES, ownerId);
  // Other tabs must not keep them in memory.
  tellTabs(leadsChannel(ownerId), 'stored');
}

/** Deletes the records of exports of somebody whose account is gone, and the record with it. Never rejects. */
export async function forgetExports(ownerId: string): Promise<void> {
  await forgetOwned(EXPORTS, ownerId);
  tellTabs(exportsChannel(ownerId), 'stored');
}

function forgetOwned(where: typeof SCANS, ownerId: string): Promise<void> {
  return eachRecord<Owned>(where, 'readwrite', (cursor) => {
    if (cursor.value.ownerId === ownerId) cursor.delete();
  });
}

async function countOwned(where: typeof SCANS, ownerId: string): Promise<number> {
  let count = 0;
  await eachRecord<Owned>(where, 'readonly', ({ value }) => {
    if (value.ownerId === ownerId) count += 1;
  });
  return count;
}
