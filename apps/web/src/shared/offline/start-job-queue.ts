import { reachability } from '../api/reachability.ts';
import { tabLock } from '../async/tab-lock.ts';
import { createJobQueue, type JobDefinition, type JobQueue } from './job-queue.ts';
import { type JobStore, jobStore } from './job-store.ts';
import { offlineDatabaseSettled } from './offline-database.ts';
import type { JobKind } from './offline-schema.ts';

export interface QueueOptions {
  /** Longer than an attempt, in ms: a frozen tab keeps the lock no longer than this. */
  lockPatienceMs: number;
  /** In place of the store of the kind. */
  store?: JobStore;
}

/**
 * Starts the queue of one kind and owner: with the jobs that an earlier page has left, beside the
 * same queue in other tabs, woken when the network is back or the page is visible again.
 */
export function startJobQueue<Job>(
  kind: JobKind,
  ownerId: string,
  definition: JobDefinition<Job>,
  { lockPatienceMs, store = jobStore(kind) }: QueueOptions,
): JobQueue<Job> {
  const name = channelName(kind, ownerId);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const queue = createJobQueue(definition, {
    ownerId,
    store,
    exclusively: tabLock(name, lockPatienceMs),
    onStored: () => channel?.postMessage('stored'),
  });
  // Nothing ends the listening: a queue runs for as long as the page lives, and a stopped one
  // ignores being woken.
  channel?.addEventListener('message', () => void queue.reload());
  window.addEventListener('online', queue.wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') queue.wake();
  });
  reachability.subscribe(() => {
    if (reachability.get() === 'online') queue.wake();
  });
  void queue.reload().then(queue.wake);
  // A slow device opens its database after the first read has stopped waiting.
  void offlineDatabaseSettled().then(queue.reload).then(queue.wake);
  return queue;
}

/** Makes this browser's queues read the store again after jobs were removed from it directly. */
export function notifyQueues(kind: JobKind, ownerId: string): void {
  notifyTabs(channelName(kind, ownerId), 'stored');
}

/** The name under which the tabs of one owner share a queue. */
function channelName(kind: JobKind, ownerId: string): string {
  return `dragoman-offline:${kind}:${ownerId}`;
}

/** Sends one notification to the browser's other tabs and to other parts of this page. */
function notifyTabs(channelName: string, message: unknown): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}
