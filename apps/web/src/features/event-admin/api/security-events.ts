import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callEventAdmin, isSignedOut } from './event-admin-api.ts';
import { EVENT_ADMIN_KEY, sessionEnded } from './session.ts';

export interface SecurityEvent {
  id: number;
  at: string;
  event: string;
  outcome: 'success' | 'failure';
  userId: string | null;
  actor: string | null;
  network: string | null;
  details: { reason?: string; action?: string; target?: string };
  /** The number of equal entries that this one represents. */
  repeated: number;
}

interface Page {
  events: SecurityEvent[];
  more: boolean;
}

/** Fifty entries a page, the newest first. @param event null: all kinds */
export function securityEventsQuery(queryClient: QueryClient, event: string | null) {
  return infiniteQueryOptions({
    queryKey: [EVENT_ADMIN_KEY, 'security-events', event],
    initialPageParam: null as number | null,
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (event !== null) query.set('event', event);
      if (pageParam !== null) query.set('before', String(pageParam));
      try {
        return await callEventAdmin<Page>(`/security-events?${query}`, { poll: true, signal });
      } catch (error) {
        if (isSignedOut(error)) sessionEnded(queryClient);
        throw error;
      }
    },
    getNextPageParam: ({ events, more }) => (more ? (events.at(-1)?.id ?? null) : null),
  });
}
