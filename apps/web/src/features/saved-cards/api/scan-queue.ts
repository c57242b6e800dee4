import type { BusinessCard } from '@dragoman/domain/cards/document-scan';
import type { ScanOutcome } from '@/entities/card/scan/document-scans.ts';
import { reachability } from '@/shared/api/reachability.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { defineQueue } from '@/shared/offline/define-queue.ts';
import { forgetJobsWhere } from '@/shared/offline/stored-jobs.ts';
import { createScanOutbox } from '../model/scan-outbox.ts';

/** Reads the scans of a user. */
export const scanQueue = defineQueue(({ ownerId, supabase, startJobs }) => {
  // Scans do not outlive a session: those of other users are deleted when the next one signs in.
  forgetJobsWhere('scans', (job) => job.ownerId !== ownerId).catch(() => undefined);
  return createScanOutbox({
    ownerId,
    start: (definition) => startJobs('scans', definition),
    newId,
    read: (picture) => readCard(supabase, picture),
    isOnline: () => reachability.get() === 'online',
  });
});

/**
 * Every page waits for scans, and few have any: the reader is loaded with the first. Never rejects.
 */
async function readCard(supabase: Supabase, picture: Blob): Promise<ScanOutcome<BusinessCard>> {
  const scans = await import('@/entities/card/scan/document-scans.ts').catch(() => null);
  return scans ? scans.readBusinessCard(supabase, picture) : { kind: 'unreachable' };
}
