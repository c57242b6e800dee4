import { describe, expect, it } from 'vitest';
import type { ChatListItem } from '@/shared/api/database-types.ts';
import { arrangedChats, chatView, viewSizes } from './chat-filter.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const me = { id: 'v', role: 'vendor' } as const;

function chat(id: string, visitor: string | null, waitingSince: string | null = null): ChatListItem {
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

const chats = [
  chat('a', 'Salma', '2026-11-21T11:55:00Z'),
  chat('b', 'Wei'),
  chat('c', null),
  chat('d', 'José', '2026-11-21T10:00:00Z'),
];
const ids = (found: ChatListItem[]) => found.map(({ id }) => id);

describe('the views of the sessions list', () => {
  it('are known by their names in an address', () => {
    expect([chatView('waiting'), chatView('nonsense'), chatView(null)]).toEqual(['waiting', 'all', 'all']);
  });

  it('show all as they come, those that wait by their wait, and open codes', () => {
    expect(ids(arrangedChats(chats, 'all', '', me, NOW))).toEqual(['a', 'b', 'c', 'd']);
    expect(ids(arrangedChats(chats, 'waiting', '', me, NOW))).toEqual(['d', 'a']);
    expect(ids(arrangedChats(chats, 'open', '', me, NOW))).toEqual(['c']);
    expect(viewSizes(chats, me, NOW)).toEqual({ all: 4, unassigned: 3, mine: 0, waiting: 2, open: 1 });
  });

  it('are searched by name and company of the other side, however they are spelt', () => {
    expect(ids(arrangedChats(chats, 'all', 'jose', me, NOW))).toEqual(['d']);
    expect(ids(arrangedChats(chats, 'all', 'wei & c', me, NOW))).toEqual(['b']);
    expect(ids(arrangedChats(chats, 'all', 'lamps', me, NOW))).toEqual([]);
    expect(ids(arrangedChats(chats, 'waiting', 'wei', me, NOW))).toEqual([]);
  });
});

it('a team sees what no one answers yet, and what each of them answers', () => {
  const chats = [
    { ...chat('a', 'ann'), assigned_to: 'v' },
    { ...chat('b', 'ben'), assigned_to: 'omar' },
    chat('c', 'cai'),
    chat('d', null),
  ];
  const ids = (view: 'unassigned' | 'mine') => arrangedChats(chats, view, '', me, NOW).map(({ id }) => id);
  expect(ids('unassigned')).toEqual(['c']);
  expect(ids('mine')).toEqual(['a']);
});
