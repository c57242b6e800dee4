import { describe, expect, it } from 'vitest';
import type { Profile } from '@/shared/api/database-types.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { ChatSession } from '../model/chat-session.ts';
import { type FirstAnswers, openedChat } from './opened-chat.ts';

const VENDOR = { id: 'v', role: 'vendor', language: 'en', name: 'Nora' } as Profile;
const VISITOR = { id: 'w', role: 'visitor', language: 'zh', name: '陈思远' } as Profile;
const SESSION = { id: 's', vendor_id: 'v', visitor_id: 'w', vendor: VENDOR, visitor: VISITOR } as ChatSession;

function said(id: string, sender: string, minute: number, type: ChatMessage['type'] = 'text'): ChatMessage {
  const created_at = `2026-11-21T09:${String(minute).padStart(2, '0')}:00+00:00`;
  return { id, sender_id: sender, content: id, type, created_at, translated_content: null } as ChatMessage;
}

function answers(parts: Partial<FirstAnswers> = {}): FirstAnswers {
  return {
    profiles: [VENDOR],
    sessions: [SESSION],
    messages: [said('c', 'w', 3), said('b', 'v', 2), said('a', 'w', 1)],
    marks: [],
    ...parts,
  };
}

const idsOf = (chat: ReturnType<typeof openedChat>) => chat?.rows.map(({ message }) => message.id);

function markOf(profile_id: string, minute: number) {
  const at = `2026-11-21T09:0${minute}:00+00:00`;
  return { session_id: 's', profile_id, last_read_at: at, seen_at: at };
}

describe('a chat that is drawn before the app', () => {
  it('has its messages in their order, and the other person', () => {
    const chat = openedChat(answers({ marks: [markOf('v', 3), markOf('w', 2)] }));
    expect(idsOf(chat)).toEqual(['a', 'b', 'c']);
    expect(chat?.counterpart).toBe(VISITOR);
    expect(chat?.readUpTo).toBe('2026-11-21T09:02:00+00:00');
    expect(chat?.firstUnread).toBeNull();
  });

  it('says where one reads on', () => {
    expect(openedChat(answers())?.firstUnread).toBe('a');
    expect(openedChat(answers({ marks: [markOf('v', 2)] }))?.firstUnread).toBe('c');
  });

  it('ends above the newest recording or file, which only the app can draw', () => {
    const messages = [said('c', 'w', 3), said('b', 'w', 2, 'audio'), said('a', 'w', 1)];
    expect(idsOf(openedChat(answers({ messages, marks: [markOf('v', 3)] })))).toEqual(['c']);
    // What one reads on from would be missing.
    expect(openedChat(answers({ messages }))).toBeNull();
    expect(
      openedChat(answers({ messages: [said('a', 'w', 1, 'file')], marks: [markOf('v', 3)] })),
    ).toBeNull();
  });

  it.each<[string, Partial<FirstAnswers>]>([
    ['somebody without a profile', { profiles: [] }],
    ['somebody who may not read it', { sessions: [] }],
    ['a third person', { profiles: [{ ...VISITOR, id: 'x' }] }],
    ['a vendor who still waits', { sessions: [{ ...SESSION, visitor_id: null, visitor: null }] }],
    ['a request that has not been accepted', { sessions: [{ ...SESSION, request_state: 'waiting' }] }],
    ['two who have not written yet', { messages: [] }],
  ])('is left to the app for %s', (_, parts) => {
    expect(openedChat(answers(parts))).toBeNull();
  });
});
