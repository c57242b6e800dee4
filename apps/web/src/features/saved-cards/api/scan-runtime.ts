import type { BusinessCard } from '@dragoman/domain/cards/document-scan';
import type { ScanOutcome } from '@/entities/card/scan/document-scans.ts';
import { reachability } from '@/shared/api/reachability.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { onlyOne, startJobQueue } from '@/shared/offline/start-job-queue.ts';
import { forgetJobsWhere } from '@/shared/offline/stored-jobs.ts';
import { createScanQueue, type ScanQueue } from '../model/scan-queue.ts';

/** Longer than an attempt. */
const LOCK_PATIENCE_MS = 60_000;

const running = onlyOne<ScanQueue>();

/**
 * Starts reading the scans of a profile, or returns the queue that already runs: it outlives the
 * pages of the app.
 */
export function startScanning(supabase: Supabase, ownerId: string): ScanQueue {
  return running.start([ownerId, supabase], () => createQueue(supabase, ownerId));
}

/** Ends reading: no user is signed in any more. */
export function stopScanning(): void {
  running.stop();
}

function createQueue(supabase: Supabase, ownerId: string): ScanQueue {
  // Scans do not outlive a session: those of other users are deleted when the next one signs in.
  forgetJobsWhere('scans', (job) => job.ownerId !== ownerId).catch(() => undefined);
  return createScanQueue({
    ownerId,
    start: (definition) => startJobQueue('scans', ownerId, definition, { lockPatienceMs: LOCK_PATIENCE_MS }),
    newId,
    read: (picture) => readCard(supabase, picture),
    isOnline: () => reachability.get() === 'online',
  });
}

/**
 * Every page waits for scans, and few have any: the reader is loaded with the first. Never rejects.
 */
async function readCard(supabase: Supabase, picture: Blob): Promise<ScanOutcome<BusinessCard>> {
  const scans = await import('@/entities/card/scan/document-scans.ts').catch(() => null);
  return scans ? scans.readBusinessCard(supabase, picture) : { kind: 'unreachable' };
}
