import { useSyncExternalStore } from 'react';
import type { CardPerson } from '../card/contact-card.tsx';

/** Somebody whose notes one opens. */
export type LeadPerson = CardPerson & { id: string; avatar_url: string | null };

let opened: LeadPerson | null = null;
const listeners = new Set<() => void>();

/** Shows what one has noted about somebody, on whatever page one is; null closes it. The panel itself is features/leads. */
export function openLeadPanel(person: LeadPerson | null): void {
  opened = person;
  for (const listener of listeners) listener();
}

/** @returns whose notes are open. */
export function useLeadPanel(): LeadPerson | null {
  return useSyncExternalStore(subscribe, () => opened);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
