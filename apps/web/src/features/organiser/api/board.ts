import type { EventCounts } from '@dragoman/domain/event-counts';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Announcement } from '@/shared/config/config.ts';
import { callOrganiser, isSignedOut } from './organiser-api.ts';
import { ORGANISER_KEY, sessionEnded } from './session.ts';

/** One setting, with the revision that a change must be made from. */
export interface Setting<Value> {
  value: Value;
  revision: number;
}

export interface OrganiserSettings {
  retentionDays: Setting<number> & { fallback: number };
  guestsEnabled: Setting<boolean> & { fallback: boolean; possible: boolean };
  announcement: Setting<Announcement | null>;
}

export interface EngineState {
  engine: string;
  description: string;
  state: 'working' | 'failing' | 'paused';
  lastFailure: string | null;
  pausedUntil: number | null;
}

export interface EngineGroup {
  kind: string;
  engines: EngineState[];
  advice: string | null;
}

export type EngineTest =
  | { ok: true; milliseconds: number; answer: string }
  | { ok: false; milliseconds: number; failure: string };

/** Numbers and states that change by themselves are looked at this often. */
const AGAIN_MS = 20_000;

/** A read that ends the page's session when the server has. */
export function boardQuery<Data>(
  queryClient: QueryClient,
  key: QueryKey,
  path: () => string,
  again: boolean,
) {
  return queryOptions({
    queryKey: [ORGANISER_KEY, ...key],
    queryFn: async ({ signal }) => {
      try {
        return await callOrganiser<Data>(path(), { poll: true, signal });
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
  return boardQuery<EventCounts>(queryClient, ['counts'], path, true);
}

export function settingsQuery(queryClient: QueryClient) {
  return boardQuery<OrganiserSettings>(queryClient, ['settings'], () => '/settings', false);
}

export function enginesQuery(queryClient: QueryClient) {
  return boardQuery<{ groups: EngineGroup[] }>(queryClient, ['engines'], () => '/engines', true);
}

/** Counts the chats that would be deleted now with this retention in days. */
export function oldChatsQuery(queryClient: QueryClient, days: number) {
  const path = () => `/retention?days=${days}`;
  return boardQuery<{ chats: number; messages: number }>(queryClient, ['old-chats', days], path, false);
}

/** An act of the organiser. @throws as {@link callOrganiser} */
export async function act<Answer = undefined>(
  queryClient: QueryClient,
  path: string,
  call: { method: 'POST' | 'PUT' | 'DELETE'; body?: unknown },
  changes?: QueryKey,
): Promise<Answer> {
  try {
    const answer = await callOrganiser<Answer>(path, call);
    if (changes) await queryClient.invalidateQueries({ queryKey: [ORGANISER_KEY, ...changes] });
    return answer;
  } catch (error) {
    if (isSignedOut(error)) sessionEnded(queryClient);
    throw error;
  }
}

/** The organiser's own midnight. */
function startOfDay(): Date {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day;
}
