import type { LeadContent } from '@dragoman/domain/leads/lead';
import { storedJobs } from '@/shared/offline/stored-jobs.ts';

/** A message as the outbox keeps it (`encodeEntry` in `features/chat/model/outbox-entry.ts`). */
export interface UnsentMessage {
  senderId: string;
  sessionId: string;
  content: string;
  /** ISO 8601. */
  writtenAt: string;
  recording?: { bytes: ArrayBuffer; mediaType: string };
  attachment?: { bytes: ArrayBuffer; mediaType: string; name: string; caption?: string };
}

/** Notes about a person (`features/leads/model/pending-lead.ts`). */
export interface UnsavedNote {
  ownerId: string;
  personId: string;
  mine: LeadContent;
  /** ms since 1970. */
  editedAt: number;
}

/** A picture of a card (`encodeScan` in `features/saved-cards/model/pending-scan.ts`). */
export interface UnsavedScan {
  ownerId: string;
  /** ISO 8601. */
  scannedAt: string;
  bytes: ArrayBuffer;
  mediaType: string;
}

/** A user's work that is on this device alone. */
export interface UnsavedRecords {
  messages: UnsentMessage[];
  notes: UnsavedNote[];
  scans: UnsavedScan[];
}

/**
 * @returns all of a profile's work that waits on this device, in the order of writing
 * @throws when it cannot be read
 */
export async function readUnsaved(profileId: string): Promise<UnsavedRecords> {
  const [messages, files, notes, scans] = await Promise.all([
    storedJobs('messages', profileId),
    storedJobs('files', profileId),
    storedJobs('leads', profileId),
    storedJobs('scans', profileId),
  ]);
  return {
    messages: ([...messages, ...files] as UnsentMessage[]).sort((a, b) =>
      a.writtenAt < b.writtenAt ? -1 : a.writtenAt > b.writtenAt ? 1 : 0,
    ),
    notes: notes as UnsavedNote[],
    scans: scans as UnsavedScan[],
  };
}
