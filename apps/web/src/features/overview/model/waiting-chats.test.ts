import { describe, expect, it } from 'vitest';
import { type RecentChat, waitingChats } from './waiting-chats.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const vendor = { id: 'v', name: 'Nora', company: 'Harbour Lighting', avatar_url: null };
const visitor = { id: 'w', name: '陈思远', company: null, avatar_url: null };
const asVendor = { id: 'v', role: 'vendor' } as const;
const asVisitor = { id: 'w', role: 'visitor' } as const;

function chat(id: string, createdAt: string, last?: { by: string; at: string }): RecentChat {
  return {
    id,
    created_at: `2026-11-${createdAt}:00Z`,
    vendor,
    visitor,
    messages: last ? [{ sender_id: last.by, created_at: `2026-11-${last.at}:00Z` }] : [],
  };
}

describe('waiting chats', () => {
  it('are those in which the other side wrote last, newest first', () => {
    const chats = [
      chat('answered', '21T10:00', { by: 'v', at: '21T11:00' }),
      chat('older', '21T09:00', { by: 'w', at: '21T09:30' }),
      chat('newer', '21T08:00', { by: 'w', at: '21T11:30' }),
    ];
    expect(waitingChats(chats, asVendor, NOW).map((c) => c.sessionId)).toEqual(['newer', 'older']);
    expect(waitingChats(chats, asVisitor, NOW).map((c) => c.sessionId)).toEqual(['answered']);
  });

  it('tell a vendor, and only a vendor, of a visitor to whom nobody has written yet', () => {
    const chats = [chat('fresh', '21T11:59')];
    expect(waitingChats(chats, asVendor, NOW)).toEqual([
      { sessionId: 'fresh', counterpart: visitor, reason: 'new', since: '2026-11-21T11:59:00Z' },
    ]);
    expect(waitingChats(chats, asVisitor, NOW)).toEqual([]);
  });

  it('are forgotten after a day, and leave out what has no counterpart', () => {
    const open = { ...chat('open', '21T11:00'), visitor: null };
    const old = chat('old', '19T10:00', { by: 'w', at: '20T12:00' });
    expect(waitingChats([open, old], asVendor, NOW)).toEqual([]);
  });
});
