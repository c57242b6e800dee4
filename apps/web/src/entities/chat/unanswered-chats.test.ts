import { describe, expect, it } from 'vitest';
import type { ChatListItem } from '@/shared/api/database-types.ts';
import { unansweredChats } from './unanswered-chats.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const vendor = { id: 'v', name: 'Nora', company: 'Harbour Lighting', avatar_url: null };
const visitor = { id: 'w', name: '陈思远', company: null, avatar_url: null };
const asVendor = { id: 'v', role: 'vendor' } as const;
const asVisitor = { id: 'w', role: 'visitor' } as const;

const time = (hour: string) => `2026-11-21T${hour}:00Z`;

function chat(id: string, more: Partial<ChatListItem>): ChatListItem {
  return {
    id,
    vendor_id: 'v',
    visitor_id: 'w',
    status: 'active',
    created_at: time('08:00'),
    joined_at: time('08:00'),
    vendor,
    visitor,
    last_message: null,
    unread_count: 0,
    waiting_since: null,
    last_read_at: null,
    seen_at: null,
    last_activity: time('08:00'),
    ...more,
  };
}

function written(by: string, at: string, more: Partial<ChatListItem> = {}): Partial<ChatListItem> {
  const last_message = {
    id: at,
    sender_id: by,
    type: 'text',
    created_at: time(at),
    content: 'Hello',
    translated_content: null,
    source_language: 'en',
    target_language: null,
  } as const;
  return { last_message, last_activity: time(at), ...more };
}

describe('waiting chats', () => {
  it('are those in which an answer is due, the longest wait first', () => {
    const chats = [
      chat('just wrote', written('w', '11:50', { waiting_since: time('11:50'), unread_count: 1 })),
      chat('answered', written('v', '11:00')),
      // Wrote again a moment ago, but has been waiting since ten.
      chat('longest', written('w', '11:58', { waiting_since: time('10:00'), unread_count: 3 })),
    ];
    expect(unansweredChats(chats, asVendor, NOW).map((c) => c.chatId)).toEqual(['longest', 'just wrote']);
  });

  it('tell a vendor, and only a vendor, of a visitor without any message yet, since they came', () => {
    // The code had hung there since eight.
    const chats = [chat('fresh', { joined_at: time('11:59') })];
    expect(unansweredChats(chats, asVendor, NOW)).toEqual([
      { chatId: 'fresh', counterpart: visitor, reason: 'new', since: time('11:59') },
    ]);
    expect(unansweredChats(chats, asVisitor, NOW)).toEqual([]);
  });

  it('are forgotten after a day, and an hour after they were read', () => {
    const waiting = (id: string, since: string, unread_count: number) =>
      chat(id, { ...written('w', '11:00'), waiting_since: since, unread_count });
    const chats = [
      waiting('read a while ago', time('10:59'), 0),
      waiting('just read', time('11:30'), 0),
      waiting('unread', time('08:00'), 1),
      waiting('unread since yesterday', '2026-11-20T11:59:00Z', 1),
    ];
    expect(unansweredChats(chats, asVendor, NOW).map((c) => c.chatId)).toEqual(['unread', 'just read']);
  });

  it('leave out chats without a visitor', () => {
    const open = chat('open', { visitor: null, visitor_id: null, joined_at: null });
    expect(unansweredChats([open], asVendor, NOW)).toEqual([]);
  });
});
