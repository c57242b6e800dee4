import { queryKeys } from '@/shared/api/query-keys.ts';
import { defineQueue } from '@/shared/offline/define-queue.ts';
import { createLeadOutbox } from '../model/lead-outbox.ts';
import { saveLead } from './save-lead.ts';

/** Listeners to texts of two devices that were joined. */
const joinListeners = new Set<(personId: string) => void>();

/** @returns a function that ends the subscription. */
export function onTextsJoined(listener: (personId: string) => void): () => void {
  joinListeners.add(listener);
  return () => joinListeners.delete(listener);
}

/** Saves what a user notes. What waits when they leave stays on the device until they are back. */
export const leadQueue = defineQueue(({ ownerId, supabase, queryClient, startJobs }) =>
  createLeadOutbox({
    ownerId,
    start: (definition) => startJobs('leads', definition),
    save: (boothId, personId, version, content) =>
      saveLead(supabase, { owner_id: boothId, person_id: personId }, version, content),
    onSaved: (boothId, personId, lead) => {
      queryClient.setQueryData(queryKeys.leads.one(boothId, personId), lead);
      void queryClient.invalidateQueries({ queryKey: queryKeys.leads.all(boothId) });
    },
    onJoined: (personId) => {
      for (const listener of joinListeners) listener(personId);
    },
  }),
);
