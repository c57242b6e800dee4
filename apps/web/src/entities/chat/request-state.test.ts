import { expect, it } from 'vitest';
import type { ChatListItem } from '@/shared/api/database-types.ts';
import { chatsOf, isUnaccepted, pendingRequests } from './request-state.ts';

const chat = (id: string, more: Partial<ChatListItem> = {}) => ({ id, ...more }) as ChatListItem;

const SESSIONS = [
  chat('met', { request_state: null }),
  chat('as an older server says it'),
  chat('accepted', { request_state: 'accepted', requested_at: '2026-11-21T10:00:00Z' }),
  chat('asked', { request_state: 'waiting', requested_at: '2026-11-21T10:00:00Z' }),
  chat('opened', { request_state: 'waiting', requested_at: null }),
  chat('declined', { request_state: 'declined', requested_at: '2026-11-21T10:00:00Z' }),
  chat('blocked', { request_state: 'waiting', requested_at: '2026-11-21T10:00:00Z', blocked: true }),
];
const ids = (chats: readonly ChatListItem[]) => chats.map(({ id }) => id);

it('a vendor has chats and requests apart; empty and declined chats are in neither list', () => {
  expect(ids(chatsOf(SESSIONS, 'vendor'))).toEqual(['met', 'as an older server says it', 'accepted']);
  expect(ids(pendingRequests(SESSIONS, 'vendor'))).toEqual(['asked']);
});

it('a visitor sees their own requests among the chats', () => {
  expect(chatsOf(SESSIONS, 'visitor')).toBe(SESSIONS);
  expect(pendingRequests(SESSIONS, 'visitor')).toEqual([]);
});

it('a list without requests stays the same object', () => {
  const list = SESSIONS.slice(0, 3);
  expect(chatsOf(list, 'vendor')).toBe(list);
  expect(list.some(isUnaccepted)).toBe(false);
});
