import { describe, expect, it } from 'vitest';
import type { SessionSummary } from '@/shared/api/database-types.ts';
import { arrangedSessions, sessionView, viewSizes } from './session-filter.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const me = { id: 'v', role: 'vendor' } as const;

function session(id: string, visitor: string | null, waitingSince: string | null = null): SessionSummary {
  return {
    id,
    vendor_id: 'v',
    visitor_id: visitor,
    status: 'active',
    created_at: '2026-11-21T08:00:00Z',
    joined_at: visitor && '2026-11-21T08:00:00Z',
    vendor: { id: 'v', name: 'Vera', company: 'Lamps', avatar_url: null },
    visitor: visitor ? { id: visitor, name: visitor, company: `${visitor} & Co`, avatar_url: null } : null,
    last_message:
      visitor === null
        ? null
        : {
            id: `m-${id}`,
            sender_id: waitingSince ? visitor : 'v',
            type: 'text',
            created_at: '2026-11-21T11:00:00Z',
            content: 'Hello',
            translated_content: null,
            source_language: 'en',
            target_language: null,
          },
    unread_count: waitingSince ? 1 : 0,
    waiting_since: waitingSince,
    last_read_at: null,
    seen_at: null,
    last_activity: '2026-11-21T11:00:00Z',
  };
}

const sessions = [
  session('a', 'Salma', '2026-11-21T11:55:00Z'),
  session('b', 'Wei'),
  session('c', null),
  session('d', 'José', '2026-11-21T10:00:00Z'),
];
const ids = (found: SessionSummary[]) => found.map(({ id }) => id);

describe('the views of the sessions list', () => {
  it('are known by their names in an address', () => {
    expect([sessionView('waiting'), sessionView('nonsense'), sessionView(null)]).toEqual([
      'waiting',
      'all',
      'all',
    ]);
  });

  it('show all as they come, those that wait by their wait, and open codes', () => {
    expect(ids(arrangedSessions(sessions, 'all', '', me, NOW))).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(arrangedSessions(sessions, 'waiting', '', me, NOW))).toEqual(['d', 'a']);
    expect(ids(arrangedSessions(sessions, 'open', '', me, NOW))).toEqual(['c']);
    expect(viewSizes(sessions, me, NOW)).toEqual({ all: 4, waiting: 2, open: 1 });
  });

  it('are searched by name and company of the other side, however they are spelt', () => {
    expect(ids(arrangedSessions(sessions, 'all', 'jose', me, NOW))).toEqual(['d']);
    expect(ids(arrangedSessions(sessions, 'all', 'wei & c', me, NOW))).toEqual(['b']);
    expect(ids(arrangedSessions(sessions, 'all', 'lamps', me, NOW))).toEqual([]);
    expect(ids(arrangedSessions(sessions, 'waiting', 'wei', me, NOW))).toEqual([]);
  });
});
