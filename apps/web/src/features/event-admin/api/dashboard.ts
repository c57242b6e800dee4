import type { EventCounts } from '@dragoman/domain/event-counts';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Announcement } from '@/shared/config/config.ts';
import { callEventAdmin, isSignedOut } from './event-admin-api.ts';
import { EVENT_ADMIN_KEY, sessionEnded } from './session.ts';

/** One setting, with the revision that a change must be made from. */
export interface Setting<Value> {
  value: Value;
  revision: number;
}

export interface EventSettings {
  retentionDays: Setting<number> & { fallback: number };
  guestsEnabled: Setting<boolean> & { fallback: boolean; possible: boolean };
  announcement: Setting<Announcement | null>;
}

export interface ProviderState {
  engine: string;
  description: string;
  state: 'working' | 'failing' | 'paused';
  lastFailure: string | null;
  pausedUntil: number | null;
}

export interface ProviderGroup {
  kind: string;
  engines: ProviderState[];
  advice: string | null;
}

export type ProviderTest =
  | { ok: true; milliseconds: number; answer: string }
  | { ok: false; milliseconds: number; failure: string };

/** Numbers and states that change by themselves are looked at this often. */
const AGAIN_MS = 20_000;

/** A read that ends the page's session when the server has. */
export function dashboardQuery<Data>(
  queryClient: QueryClient,
  key: QueryKey,
  path: () => string,
  again: boolean,
) {
  return queryOptions({
    queryKey: [EVENT_ADMIN_KEY, ...key],
    queryFn: async ({ signal }) => {
      try {
        return await callEventAdmin<Data>(path(), { poll: true, signal });
      } catch (error) {
        if (isSignedOut(error)) sessionEnded(queryClient);
        throw error;
      }
    },
    refetchInterval: again ? AGAIN_MS : false,
  });
}

export function countsQuery(queryClient: QueryClient) {
  const path = () => `/overview?since=${encodeURIComponent(startOfDay().toISOString())}`;
  return dashboardQuery<EventCounts>(queryClient, ['counts'], path, true);
}

export function settingsQuery(queryClient: QueryClient) {
  return dashboardQuery<EventSettings>(queryClient, ['settings'], () => '/settings', false);
}

export function providersQuery(queryClient: QueryClient) {
  return dashboardQuery<{ groups: ProviderGroup[] }>(queryClient, ['engines'], () => '/engines', true);
}

/** Counts the chats that would be deleted now with this retention in days. */
export function oldChatsQuery(queryClient: QueryClient, days: number) {
  const path = () => `/retention?days=${days}`;
  return dashboardQuery<{ chats: number; messages: number }>(queryClient, ['old-chats', days], path, false);
}

/** An act of the administrator. @throws as {@link callEventAdmin} */
export async function sendAdminAction<Answer = undefined>(
  queryClient: QueryClient,
  path: string,
  call: { method: 'POST' | 'PUT' | 'DELETE'; body?: unknown; timeoutMs?: number },
  changes?: QueryKey,
): Promise<Answer> {
  try {
    const answer = await callEventAdmin<Answer>(path, call);
    if (changes) await queryClient.invalidateQueries({ queryKey: [EVENT_ADMIN_KEY, ...changes] });
    return answer;
  } catch (error) {
    if (isSignedOut(error)) sessionEnded(queryClient);
    throw error;
  }
}

/** The administrator's own midnight. */
function startOfDay(): Date {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day;
}
