import { withTimeout } from '../async/with-timeout.ts';
import { offlineDatabaseSettled } from './offline-database.ts';
import { notifyQueues } from './start-job-queue.ts';
import { forgetJobs, forgetJobsWhere, storedJobs } from './stored-jobs.ts';

/**
 * A slow device, or one that moves the work of an earlier version, opens its database later than
 * pages wait for it. What it holds then must be counted.
 */
const OPENING_PATIENCE_MS = 10_000;

/** The amount of a user's work that is on this device alone, by kind. */
export interface UnsavedWork {
  messages: number;
  /** Pictures of cards that are not in the saved cards yet. */
  scans: number;
  /** People with notes. */
  notes: number;
  /** Records of exports; logging out does not delete them. */
  exports: number;
}

/**
 * @returns the counts of a profile's unsent work
 * @throws when the browser does not open its database in time, or cannot read it
 */
export async function countUnsaved(profileId: string): Promise<UnsavedWork> {
  await withTimeout(offlineDatabaseSettled(), OPENING_PATIENCE_MS);
  const [messages, files, scans, leads, exports] = await Promise.all([
    storedJobs('messages', profileId),
    storedJobs('files', profileId),
    storedJobs('scans', profileId),
    storedJobs('leads', profileId),
    storedJobs('exports', profileId),
  ]);
  return {
    messages: messages.length + files.length,
    scans: scans.length,
    notes: leads.length,
    exports: exports.length,
  };
}

/**
 * Deletes the recordings, pictures and files that wait on this device: they must not outlive their
 * user's session here. Texts stay until their writer is back. Never rejects.
 * @param except profile of the one writer who keeps theirs
 */
export async function forgetRecordings(except?: string): Promise<void> {
  await Promise.all([
    forgetJobsWhere('messages', ({ ownerId, data }) => ownerId !== except && hasFile(data)),
    forgetJobsWhere('files', ({ ownerId }) => ownerId !== except),
    forgetJobsWhere('transcriptions', ({ ownerId }) => ownerId !== except),
  ]);
}

/**
 * Deletes a user's unsent work at logout, with the recordings and scans of all others. Texts of a
 * user whose session the server ended stay. Never rejects.
 */
export async function forgetUnsaved(profileId: string | undefined): Promise<void> {
  await Promise.all([
    forgetRecordings(),
    forgetJobsWhere('scans', () => true),
    profileId && forgetJobs('messages', profileId),
    profileId && forgetJobs('leads', profileId),
  ]);
  if (!profileId) return;
  // Other tabs must not keep them in memory.
  notifyQueues('files', profileId);
  notifyQueues('transcriptions', profileId);
  notifyQueues('scans', profileId);
}

/**
 * Deletes the records of exports of a user whose account is deleted, and the record with it. Never
 * rejects.
 */
export function forgetExports(ownerId: string): Promise<void> {
  return forgetJobs('exports', ownerId);
}

/** Earlier versions of the app kept files with the texts. */
function hasFile(data: unknown): boolean {
  const { recording, attachment } = data as { recording?: unknown; attachment?: unknown };
  return recording !== undefined || attachment !== undefined;
}
