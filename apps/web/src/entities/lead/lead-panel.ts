import { useSyncExternalStore } from 'react';
import type { CardPerson } from '../card/contact-card.tsx';

/** The person whose notes are opened. */
export type LeadPerson = CardPerson & { id: string; avatar_url: string | null };

let opened: LeadPerson | null = null;
const listeners = new Set<() => void>();

/**
 * Opens the notes on a person above the current page; null closes them. The panel itself is in
 * features/leads.
 */
export function openLeadPanel(person: LeadPerson | null): void {
  opened = person;
  for (const listener of listeners) listener();
}

/** @returns the person whose notes are open */
export function useLeadPanel(): LeadPerson | null {
  return useSyncExternalStore(subscribe, () => opened);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
