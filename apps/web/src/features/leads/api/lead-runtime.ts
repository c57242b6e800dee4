import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/shared/api/query-keys.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { onlyOne, startJobQueue } from '@/shared/offline/start-job-queue.ts';
import { createLeadOutbox, type LeadOutbox } from '../model/lead-outbox.ts';
import { saveLead } from './save-lead.ts';

/** Longer than an attempt. */
const LOCK_PATIENCE_MS = 60_000;

const running = onlyOne<LeadOutbox>();

/** Listeners to texts of two devices that were joined. */
const joinListeners = new Set<(personId: string) => void>();

/** @returns a function that ends the subscription. */
export function onTextsJoined(listener: (personId: string) => void): () => void {
  joinListeners.add(listener);
  return () => joinListeners.delete(listener);
}

/**
 * Starts saving what a user notes, or returns the outbox that already runs: it outlives the pages
 * of the app.
 */
export function startLeads(supabase: Supabase, queryClient: QueryClient, ownerId: string): LeadOutbox {
  return running.start([ownerId, supabase], () => createOutbox(supabase, queryClient, ownerId));
}

/**
 * Ends saving: no user is signed in any more. Waiting notes stay on the device until their writer
 * is back.
 */
export function stopLeads(): void {
  running.stop();
}

function createOutbox(supabase: Supabase, queryClient: QueryClient, ownerId: string): LeadOutbox {
  return createLeadOutbox({
    ownerId,
    start: (definition) => startJobQueue('leads', ownerId, definition, { lockPatienceMs: LOCK_PATIENCE_MS }),
    save: (boothId, personId, version, content) =>
      saveLead(supabase, { owner_id: boothId, person_id: personId }, version, content),
    onSaved: (boothId, personId, lead) => {
      queryClient.setQueryData(queryKeys.leads.one(boothId, personId), lead);
      void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all(boothId) });
    },
    onJoined: (personId) => {
      for (const listener of joinListeners) listener(personId);
    },
  });
}
