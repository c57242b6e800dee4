import type { LeadContent } from '@dragoman/domain/lead';
import { eachRecord } from './each-record.ts';
import { OUTBOX_ENTRIES } from './outbox-storage.ts';
import { NOTES, SCANS } from './unsaved-work.ts';

/** A message as the outbox keeps it (`features/chat/sync/indexed-outbox-store.ts`). */
export interface UnsentMessage {
  senderId: string;
  sessionId: string;
  content: string;
  /** ISO 8601. */
  writtenAt: string;
  recording?: { bytes: ArrayBuffer; mediaType: string };
  state: { kind: string };
}

/** Notes about a person (`features/leads/model/pending-lead.ts`). */
export interface UnsavedNote {
  ownerId: string;
  personId: string;
  mine: LeadContent;
  /** ms since 1970. */
  editedAt: number;
}

/** A picture of a card (`features/card-box/api/scan-store.ts`). */
export interface UnsavedScan {
  ownerId: string;
  /** ISO 8601. */
  scannedAt: string;
  bytes: ArrayBuffer;
  mediaType: string;
}

/** Somebody's work that is on this device alone. */
export interface UnsavedRecords {
  messages: UnsentMessage[];
  notes: UnsavedNote[];
  scans: UnsavedScan[];
}

/** @returns all of a profile's work that waits on this device, in the order of writing; what cannot be read is missing. Never rejects. */
export async function readUnsaved(profileId: string): Promise<UnsavedRecords> {
  const records: UnsavedRecords = { messages: [], notes: [], scans: [] };
  await Promise.all([
    eachRecord<UnsentMessage>(OUTBOX_ENTRIES, 'readonly', ({ value }) => {
      if (value.senderId === profileId && value.state.kind !== 'delivered') records.messages.push(value);
    }),
    eachRecord<UnsavedNote>(NOTES, 'readonly', ({ value }) => {
      if (value.ownerId === profileId) records.notes.push(value);
    }),
    eachRecord<UnsavedScan>(SCANS, 'readonly', ({ value }) => {
      if (value.ownerId === profileId) records.scans.push(value);
    }),
  ]);
  return records;
}
