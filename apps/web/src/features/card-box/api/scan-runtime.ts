import { readBusinessCard } from '../../../lib/document-scans.ts';
import { newId } from '../../../lib/new-id.ts';
import { reachability } from '../../../lib/reachability.ts';
import type { Supabase } from '../../../lib/supabase.ts';
import { createScanQueue, type ScanQueue } from '../model/scan-queue.ts';
import { forgetScansOfOthers, scanStore } from './scan-store.ts';

/** A tab that the browser has frozen keeps its lock; after this long the others stop waiting for it. */
const LOCK_PATIENCE_MS = 60_000;

let running: { ownerId: string; supabase: Supabase; queue: ScanQueue } | undefined;

/** Starts reading the scans of a profile, or returns the queue that already runs: it outlives the pages of the app. */
export function startScanning(supabase: Supabase, ownerId: string): ScanQueue {
  if (running?.ownerId === ownerId && running.supabase === supabase) return running.queue;
  running?.queue.stop();
  const queue = createQueue(supabase, ownerId);
  running = { ownerId, supabase, queue };
  return queue;
}

function createQueue(supabase: Supabase, ownerId: string): ScanQueue {
  const name = `dragoman-card-scans:${ownerId}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const queue = createScanQueue({
    ownerId,
    store: scanStore(),
    newId,
    now: () => Date.now(),
    read: (picture) => readBusinessCard(supabase, picture),
    sleep,
    exclusively: (work) => exclusively(name, work),
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

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Without the lock (it exists on https and localhost only) two tabs may read a picture twice, which harms nobody. */
async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work();
  let started = false;
  const run = () => {
    started = true;
    return work();
  };
  try {
    return await navigator.locks.request(name, { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) }, run);
  } catch (error) {
    if (started) throw error;
    return work();
  }
}
