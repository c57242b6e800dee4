import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Supabase, useSupabase } from '../api/supabase.ts';
import type { JobDefinition, JobQueue } from './job-queue.ts';
import type { JobKind } from './offline-schema.ts';
import { type QueueOptions, startJobQueue } from './start-job-queue.ts';

/** Longer than an attempt, in ms. */
const LOCK_PATIENCE_MS = 60_000;

/** What a queue of unsent work is made from. */
export interface QueueOwner {
  /** Profile of the user whose work it is. */
  ownerId: string;
  supabase: Supabase;
  queryClient: QueryClient;
  startJobs<Job>(
    kind: JobKind,
    definition: JobDefinition<Job>,
    options?: Partial<QueueOptions>,
  ): JobQueue<Job>;
}

/** A queue of unsent work, of which at most one runs over all pages of the app. */
export interface DefinedQueue<Running> {
  /** @returns the owner's queue; it is started where it does not run yet, and that of another ends */
  start(supabase: Supabase, queryClient: QueryClient, ownerId: string): Running;
  /**
   * Ends it: no user is signed in any more. A start right after it, as between two pages, continues
   * with the same queue.
   */
  stop(): void;
  /** It goes on without a page of its user, until another one signs in. */
  runsOn: boolean;
}

/** @param create starts the queue for an owner */
export function defineQueue<Running extends { stop(): void }>(
  create: (owner: QueueOwner) => Running,
  { runsOn = false }: { runsOn?: boolean } = {},
): DefinedQueue<Running> {
  let current: { key: readonly unknown[]; running: Running } | undefined;
  let ending: ReturnType<typeof setTimeout> | undefined;

  return {
    runsOn,
    start(supabase, queryClient, ownerId) {
      clearTimeout(ending);
      const key = [ownerId, supabase, queryClient];
      if (current?.key.every((part, index) => part === key[index])) return current.running;
      current?.running.stop();
      const running = create({
        ownerId,
        supabase,
        queryClient,
        startJobs: (kind, definition, options) =>
          startJobQueue(kind, ownerId, definition, { lockPatienceMs: LOCK_PATIENCE_MS, ...options }),
      });
      current = { key, running };
      return running;
    },

    stop() {
      clearTimeout(ending);
      ending = setTimeout(() => {
        current?.running.stop();
        current = undefined;
      });
    },
  };
}

/** The owner's queue, running. */
export function useQueue<Running>(queue: DefinedQueue<Running>, ownerId: string): Running {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMemo(() => queue.start(supabase, queryClient, ownerId), [queue, supabase, queryClient, ownerId]);
}

/**
 * Runs a queue on every page of a signed-in user: what a reload or a missing network has left goes
 * on, wherever they are.
 * @param ownerId undefined: not known yet
 */
export function useQueueStarter(queue: DefinedQueue<unknown>, ownerId: string | undefined): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!ownerId) return;
    queue.start(supabase, queryClient, ownerId);
    return queue.runsOn ? undefined : queue.stop;
  }, [queue, supabase, queryClient, ownerId]);
}

/** What a queue shows, and what changes there. */
export function useQueueState<State>(queue: {
  get(): State;
  subscribe(listener: () => void): () => void;
}): State {
  return useSyncExternalStore(queue.subscribe, queue.get);
}
