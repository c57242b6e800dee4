import type { BusinessCard } from '@dragoman/domain/document-scan';
import type { ScanOutcome } from '@/entities/card/scan/document-scans.ts';
import { reachability } from '@/shared/api/reachability.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { tabLock } from '@/shared/async/tab-lock.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { createScanQueue, type ScanQueue } from '../model/scan-queue.ts';
import { forgetScansOfOthers, scanStore } from './scan-store.ts';

/** Longer than an attempt. */
const LOCK_PATIENCE_MS = 60_000;

let running: { ownerId: string; supabase: Supabase; queue: ScanQueue } | undefined;

let ending: ReturnType<typeof setTimeout> | undefined;

/** Starts reading the scans of a profile, or returns the queue that already runs: it outlives the pages of the app. */
export function startScanning(supabase: Supabase, ownerId: string): ScanQueue {
  clearTimeout(ending);
  if (running?.ownerId === ownerId && running.supabase === supabase) return running.queue;
  running?.queue.stop();
  const queue = createQueue(supabase, ownerId);
  running = { ownerId, supabase, queue };
  return queue;
}

/** Ends reading: nobody is signed in any more. A start that follows at once, as between two pages, goes on with the same queue. */
export function stopScanning(): void {
  clearTimeout(ending);
  ending = setTimeout(() => {
    running?.queue.stop();
    running = undefined;
  });
}

function createQueue(supabase: Supabase, ownerId: string): ScanQueue {
  const name = `dragoman-card-scans:${ownerId}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const queue = createScanQueue({
    ownerId,
    store: scanStore(),
    newId,
    now: () => Date.now(),
    read: (picture) => readCard(supabase, picture),
    isOnline: () => reachability.get() === 'online',
    sleep,
    exclusively: tabLock(name, LOCK_PATIENCE_MS),
    onStored: () => channel?.postMessage('stored'),
  });
  channel?.addEventListener('message', () => void queue.reload());
  // Never removed: one queue runs for as long as the page lives, and a stopped one ignores being woken.
  reachability.subscribe(() => {
    if (reachability.get() === 'online') queue.wake();
  });
  void forgetScansOfOthers(ownerId)
    .catch(() => {})
    .then(queue.reload)
    .then(queue.wake);
  return queue;
}

/** Every page waits for scans, and few have any: what reads them comes with the first. Never rejects. */
async function readCard(supabase: Supabase, picture: Blob): Promise<ScanOutcome<BusinessCard>> {
  const scans = await import('@/entities/card/scan/document-scans.ts').catch(() => null);
  return scans ? scans.readBusinessCard(supabase, picture) : { kind: 'unreachable' };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
