import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { reachability } from '@/shared/api/reachability.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { tabLock } from '@/shared/async/tab-lock.ts';
import { leadsChannel } from '@/shared/offline/unsaved-work.ts';
import { createLeadOutbox, type LeadOutbox } from '../model/lead-outbox.ts';
import { leadStore } from './lead-store.ts';
import { saveLead } from './save-lead.ts';

/** Longer than an attempt. */
const LOCK_PATIENCE_MS = 60_000;

let ending: ReturnType<typeof setTimeout> | undefined;

let running: { ownerId: string; supabase: Supabase; outbox: LeadOutbox } | undefined;

/** Whoever wants to know of texts of two devices that were joined. */
const joinListeners = new Set<(personId: string) => void>();

/** @returns a function that ends the subscription. */
export function onTextsJoined(listener: (personId: string) => void): () => void {
  joinListeners.add(listener);
  return () => joinListeners.delete(listener);
}

/** Starts saving what somebody notes, or returns the outbox that already runs: it outlives the pages of the app. */
export function startLeads(supabase: Supabase, queryClient: QueryClient, ownerId: string): LeadOutbox {
  clearTimeout(ending);
  if (running?.ownerId === ownerId && running.supabase === supabase) return running.outbox;
  running?.outbox.stop();
  const outbox = createOutbox(supabase, queryClient, ownerId);
  running = { ownerId, supabase, outbox };
  return outbox;
}

/**
 * Ends saving: nobody is signed in any more. What waits stays on the device until its writer is back. A start that follows at once, as
 * between two pages, goes on with the same outbox.
 */
export function stopLeads(): void {
  clearTimeout(ending);
  ending = setTimeout(() => {
    running?.outbox.stop();
    running = undefined;
  });
}

function createOutbox(supabase: Supabase, queryClient: QueryClient, ownerId: string): LeadOutbox {
  const name = leadsChannel(ownerId);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const outbox = createLeadOutbox({
    ownerId,
    store: leadStore(),
    now: () => Date.now(),
    save: (personId, version, content) =>
      saveLead(supabase, { owner_id: ownerId, person_id: personId }, version, content),
    sleep,
    exclusively: tabLock(name, LOCK_PATIENCE_MS),
    onStored: () => channel?.postMessage('stored'),
    onSaved: (personId, lead) => {
      queryClient.setQueryData(queryKeys.leads.one(ownerId, personId), lead);
      void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all(ownerId) });
    },
    onJoined: (personId) => {
      for (const listener of joinListeners) listener(personId);
    },
  });
  channel?.addEventListener('message', () => void outbox.reload());
  // Never removed: one outbox runs for as long as the page lives, and a stopped one ignores being woken.
  reachability.subscribe(() => {
    if (reachability.get() === 'online') outbox.wake();
  });
  void outbox.reload();
  return outbox;
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
