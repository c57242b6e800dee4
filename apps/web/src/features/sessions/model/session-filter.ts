import { matchesSearch, searchKey } from '@dragoman/domain/search-text';
import { counterpartIn, type Reader } from '@/entities/chat/session-summary.ts';
import { waitingChat } from '@/entities/chat/waiting-chats.ts';
import type { SessionSummary } from '@/shared/api/database-types.ts';

/** The views of the list: all sessions, those that wait for an answer, codes without a visitor. */
export const SESSION_VIEWS = ['all', 'waiting', 'open'] as const;
export type SessionView = (typeof SESSION_VIEWS)[number];

/** @returns the view that an address asks for; all sessions for anything unknown. */
export function sessionView(value: string | null): SessionView {
  return SESSION_VIEWS.find((view) => view === value) ?? 'all';
}

/** How many sessions each view has. */
export function viewSizes(
  sessions: readonly SessionSummary[],
  reader: Reader,
  now: number,
): Record<SessionView, number> {
  return {
    all: sessions.length,
    waiting: sessions.filter((session) => waitingChat(session, reader, now)).length,
    open: sessions.filter(({ visitor_id }) => visitor_id === null).length,
  };
}

/**
 * The sessions of a view that a search by name or company finds: newest activity first; those that wait, the longest wait
 * first.
 * @param sessions newest activity first
 * @param now milliseconds since the epoch
 */
export function arrangedSessions(
  sessions: readonly SessionSummary[],
  view: SessionView,
  query: string,
  reader: Reader,
  now: number,
): SessionSummary[] {
  const found = sessions.filter((session) => {
    const person = counterpartIn(session, reader.role);
    const key = searchKey([person?.name, person?.company].filter(Boolean).join('\n'));
    return matchesSearch(key, query);
  });
  if (view === 'open') return found.filter(({ visitor_id }) => visitor_id === null);
  if (view === 'all') return found;
  return found
    .flatMap((session) => {
      const wait = waitingChat(session, reader, now);
      return wait ? [{ session, since: Date.parse(wait.since) }] : [];
    })
    .sort((a, b) => a.since - b.since)
    .map(({ session }) => session);
}
