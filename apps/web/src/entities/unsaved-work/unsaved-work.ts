import { withTimeout } from '@/shared/async/with-timeout.ts';
import { offlineDatabaseSettled } from '@/shared/offline/offline-database.ts';
import { notifyQueues } from '@/shared/offline/start-job-queue.ts';
import { countJobs, forgetJobs, forgetJobsWhere } from '@/shared/offline/stored-jobs.ts';

/**
 * A slow device opens its database later than pages wait for it. What it holds then must be counted.
 */
const OPENING_PATIENCE_MS = 10_000;

/** The amount of a user's work that is on this device alone, by kind. */
export interface UnsavedWork {
  messages: number;
  /** Voice messages whose text has not been sent. */
  transcripts: number;
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
  const [messages, files, transcripts, scans, notes, exports] = await Promise.all([
    countJobs('messages', profileId),
    countJobs('files', profileId),
    countJobs('transcriptions', profileId),
    countJobs('scans', profileId),
    countJobs('leads', profileId),
    countJobs('exports', profileId),
  ]);
  return { messages: messages + files, transcripts, scans, notes, exports };
}

/**
 * Deletes the recordings, pictures and files that wait on this device: they must not outlive their
 * user's session here. Texts stay until their writer is back.
 * @param except profile of the one writer who keeps theirs
 * @throws when the browser's database fails
 */
export async function forgetRecordings(except?: string): Promise<void> {
  await Promise.all([
    forgetJobsWhere(
      'messages',
      ({ ownerId, data }) => ownerId !== except && (data as { recording?: unknown }).recording !== undefined,
    ),
    forgetJobsWhere('files', ({ ownerId }) => ownerId !== except),
    forgetJobsWhere('transcriptions', ({ ownerId }) => ownerId !== except),
  ]);
}

/**
 * Deletes a user's unsent work at logout, with the recordings and scans of all others. Texts of a
 * user whose session the server ended stay.
 * @throws when the browser's database fails; what can be deleted is deleted all the same
 */
export async function forgetUnsaved(profileId: string | undefined): Promise<void> {
  const outcomes = await Promise.allSettled([
    forgetRecordings(),
    forgetJobsWhere('scans', () => true),
    profileId && forgetJobs('messages', profileId),
    profileId && forgetJobs('leads', profileId),
  ]);
  if (profileId) {
    // Other tabs must not keep them in memory.
    notifyQueues('files', profileId);
    notifyQueues('transcriptions', profileId);
    notifyQueues('scans', profileId);
  }
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

/**
 * Deletes the records of exports of a user whose account is deleted, and the record with it.
 * @throws when the browser's database fails
 */
export function forgetExports(ownerId: string): Promise<void> {
  return forgetJobs('exports', ownerId);
}
