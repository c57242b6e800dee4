import { allJobs, jobStore } from './job-store.ts';
import type { JobKind, StoredJob } from './offline-schema.ts';
import { notifyQueues } from './start-job-queue.ts';

/**
 * @returns the stored jobs of one kind and owner
 * @throws when they cannot be read
 */
export async function storedJobs(kind: JobKind, ownerId: string): Promise<unknown[]> {
  return (await allJobs(jobStore(kind), ownerId)).map(({ data }) => data);
}

/**
 * @returns how many jobs of one kind and owner are stored
 * @throws when they cannot be read
 */
export async function countJobs(kind: JobKind, ownerId: string): Promise<number> {
  return (await jobStore(kind).ids(ownerId)).length;
}

/**
 * @returns whether a job is stored. True as well when the store cannot be read: running a job again
 * is harmless, and losing one is not. Never rejects.
 */
export function isStored(kind: JobKind, ownerId: string, id: string): Promise<boolean> {
  return jobStore(kind)
    .ids(ownerId)
    .then((ids) => ids.includes(id))
    .catch(() => true);
}

/**
 * Deletes all that waits on this device of one kind and owner.
 * @throws when the browser's database fails
 */
export async function forgetJobs(kind: JobKind, ownerId: string): Promise<void> {
  await forgetJobsWhere(kind, (job) => job.ownerId === ownerId);
  // Queues must not keep them in memory, in other tabs neither.
  notifyQueues(kind, ownerId);
}

/**
 * Deletes what matches of one kind, of any owner.
 * @throws when the browser's database fails
 */
export function forgetJobsWhere(kind: JobKind, matches: (job: StoredJob) => boolean): Promise<void> {
  return jobStore(kind).removeWhere(matches);
}
