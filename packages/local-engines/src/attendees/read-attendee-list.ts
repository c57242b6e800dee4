import path from 'node:path';
import { WorkerGoneError } from '../workers/worker-errors.ts';
import { startWorkerProcess, type WorkerProgram, workerEntry } from '../workers/worker-process.ts';
import type { AttendeeListJob, AttendeeListReading } from './attendee-list.ts';

const PROGRAM: WorkerProgram = {
  source: path.join(import.meta.dirname, 'worker/main.ts'),
  built: 'attendee-list-worker',
  heapMb: 384,
};

/** A list of 50,000 rows takes a few seconds on a busy machine. */
const LIMITS = { startMs: 30_000, jobMs: 60_000 };

/**
 * Reads a list of attendees in a process of its own, which ends afterwards: a file that was made to
 * break its reader ends no more than that process.
 * @param bytes CSV in UTF-8, UTF-16, GB18030 or Windows-1256, or an XLSX workbook
 */
export async function readAttendeeList(bytes: Uint8Array): Promise<AttendeeListReading> {
  const worker = startWorkerProcess<AttendeeListJob, AttendeeListReading>(workerEntry(PROGRAM), LIMITS);
  try {
    return await worker.run({ bytes });
  } catch (error) {
    if (error instanceof WorkerGoneError) return { ok: false, fault: 'unreadable' };
    throw error;
  } finally {
    worker.kill();
  }
}
