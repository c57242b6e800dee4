import { describe, expect, it } from 'vitest';
import type { ChatListItem } from '@/shared/api/database-types.ts';
import {
  isFromOtherSide,
  isNewVisitor,
  isOwnMessage,
  isUnseen,
  type NewMessage,
  nameWhileOpen,
  unseenChats,
  withChat,
  withLiveChanges,
  withMessage,
  withOwnMark,
} from './chat-list-item.ts';

const vera = { id: 'vera', role: 'vendor' } as const;
const wei = { id: 'wei', role: 'visitor' } as const;

function at(minute: number, fraction = ''): string {
  return `2026-11-21T10:${String(minute).padStart(2, '0')}:00${fraction}+00:00`;
}

function message(id: string, sender: string, time: string, more: Partial<NewMessage> = {}): NewMessage {
  return {
    id,
    session_id: 's',
    sender_id: sender,
    type: 'text',
    created_at: time,
    content: id,
    translated_content: null,
    source_language: 'en',
    target_language: null,
    ...more,
  };
}

function summary(more: Partial<ChatListItem> = {}): ChatListItem {
  return {
    id: 's',
    vendor_id: 'vera',
    visitor_id: 'wei',
    status: 'active',
    created_at: at(0),
    joined_at: at(1),
    vendor: { id: 'vera', name: 'Vera', company: null, avatar_url: null },
    visitor: { id: 'wei', name: 'Wei', company: null, avatar_url: null },
    last_message: null,
    unread_count: 0,
    waiting_since: null,
    last_read_at: null,
    seen_at: null,
    last_activity: at(1),
    ...more,
  };
}

describe('a line that was said face to face', () => {
  const open = summary({ visitor_id: null, visitor: null, joined_at: null });

  it('makes a session without a visitor a conversation with a guest', () => {
    const list = withMessage([open], message('one', 'vera', at(6), { said_by: 'visitor' }), vera);
    expect(list?.map(nameWhileOpen)).toEqual(['sessions.faceToFaceGuest']);
    expect([open, summary({ face_to_face: false })].map(nameWhileOpen)).toEqual([
      'sessions.waiting',
      'sessions.waiting',
    ]);
  });

  it('is unread for the visitor who takes it along, and waits for no answer', () => {
    const list = withMessage([summary()], message('one', 'vera', at(6), { said_by: 'vendor' }), wei);
    expect(list?.[0]).toMatchObject({ unread_count: 1, waiting_since: null, face_to_face: false });
  });
});

describe('a new message', () => {
  it('of the other side is unread, due since the first of them, and brings its chat to the top', () => {
    const other = summary({ id: 'other', last_activity: at(5) });
    let list = withMessage([other, summary()], message('one', 'wei', at(6)), vera);
    expect(list?.map(({ id }) => id)).toEqual(['s', 'other']);
    expect(list?.[0]).toMatchObject({
      last_message: { id: 'one', content: 'one' },
      unread_count: 1,
      waiting_since: at(6),
      last_activity: at(6),
    });
    list = withMessage(list ?? [], message('two', 'wei', at(7)), vera);
    expect(list?.[0]).toMatchObject({ unread_count: 2, waiting_since: at(6) });
    expect(list?.[1]).toBe(other);
  });

  it('of one’s own, from whatever device, answers', () => {
    const before = summary({ unread_count: 0, waiting_since: at(4), last_read_at: at(4) });
    const list = withMessage([before], message('mine', 'vera', at(6)), vera);
    expect(list?.[0]).toMatchObject({ unread_count: 0, waiting_since: null, last_activity: at(6) });
  });

  it('that is told twice counts once; a translation that comes later is shown', () => {
    const list = withMessage([summary()], message('one', 'wei', at(6)), vera) ?? [];
    expect(withMessage(list, message('one', 'wei', at(6)), vera)).toBe(list);
    const translated = message('one', 'wei', at(6), { translated_content: 'uno', target_language: 'en' });
    expect(withMessage(list, translated, vera)?.[0]).toMatchObject({
      unread_count: 1,
      last_message: { translated_content: 'uno' },
    });
  });

  it('of an unknown session, or older than the newest one, has the session read again', () => {
    expect(withMessage([], message('one', 'wei', at(6)), vera)).toBeNull();
    const list = withMessage([summary()], message('one', 'wei', at(6, '.000002')), vera) ?? [];
    expect(withMessage(list, message('late', 'wei', at(6, '.000001')), vera)).toBeNull();
  });

  it('is not counted beyond what the server counts, nor when it has been read elsewhere already', () => {
    const full = summary({ unread_count: 100 });
    expect(withMessage([full], message('one', 'wei', at(6)), vera)?.[0]?.unread_count).toBe(100);
    const read = summary({ last_read_at: at(6) });
    expect(withMessage([read], message('one', 'wei', at(6)), vera)?.[0]?.unread_count).toBe(0);
  });
});

describe('one’s own mark', () => {
  const unread = withMessage([summary()], message('one', 'wei', at(6)), vera) ?? [];
  const mark = (time: string | null) => ({
    session_id: 's',
    profile_id: 'vera',
    last_read_at: time,
    seen_at: at(9),
  });

  it('up to the newest message leaves nothing unread', () => {
    expect(withOwnMark(unread, mark(at(6)))?.[0]).toMatchObject({ unread_count: 0, last_read_at: at(6) });
  });

  it('before the newest message, or of an unknown session, has the session read again', () => {
    expect(withOwnMark(unread, mark(at(5)))).toBeNull();
    expect(withOwnMark([], mark(at(5)))).toBeNull();
  });
});

describe('unseen', () => {
  it('is a visitor whom the vendor has not looked at since they came', () => {
    expect(isNewVisitor(summary(), 'vendor')).toBe(true);
    expect(isNewVisitor(summary({ seen_at: at(0) }), 'vendor')).toBe(true);
    expect(isNewVisitor(summary({ seen_at: at(2) }), 'vendor')).toBe(false);
    expect(isNewVisitor(summary({ visitor: null, visitor_id: null, joined_at: null }), 'vendor')).toBe(false);
    expect(isUnseen(summary(), wei.role)).toBe(false);
  });

  it('is what has unread messages, counted by chats', () => {
    const chats = [summary({ unread_count: 7 }), summary({ unread_count: 0 }), summary({ unread_count: 1 })];
    expect(unseenChats(chats, wei)).toBe(2);
  });
});

it('a session that was read again takes its place', () => {
  const list = [summary({ id: 'a', last_activity: at(5) }), summary({ id: 'b', last_activity: at(4) })];
  const fresh = summary({ id: 'b', last_activity: at(6) });
  expect(withChat(list, fresh)).toEqual([fresh, list[0]]);
});

describe('a list that was read while live changes came in', () => {
  const quiet = summary({ id: 'quiet', last_activity: at(2) });
  const before = [summary({ last_activity: at(5) }), quiet];

  it('does not take back the message that overtook it', () => {
    const now = withMessage(before, message('new', 'wei', at(6)), vera) ?? [];
    const answer = [summary({ last_activity: at(5) }), { ...quiet, unread_count: 1 }];
    expect(withLiveChanges(answer, before, now)).toEqual([now[0], answer[1]]);
  });

  it('does not make unread what was read meanwhile', () => {
    const unread = [summary({ last_activity: at(5), unread_count: 2 })];
    const now = [summary({ last_activity: at(5), unread_count: 0, last_read_at: at(5) })];
    expect(withLiveChanges([...unread], unread, now)).toEqual(now);
    const further = [summary({ last_activity: at(5), last_read_at: at(6) })];
    expect(withLiveChanges(further, unread, now)).toEqual(further);
  });

  it('has the session that came meanwhile, and not the one that was gone', () => {
    const come = summary({ id: 'come', last_activity: at(7) });
    expect(withLiveChanges([quiet], before, [come, ...before])).toEqual([come, quiet]);
  });

  it('is believed where it knows more', () => {
    const now = withMessage(before, message('new', 'wei', at(6)), vera) ?? [];
    const answer = [summary({ last_activity: at(8) })];
    expect(withLiveChanges(answer, before, now)).toEqual(answer);
    // A last message that was taken back: nothing changed here meanwhile.
    expect(withLiveChanges([summary({ last_activity: at(1) })], before, before)).toEqual([
      summary({ last_activity: at(1) }),
    ]);
  });
});

describe('in a team', () => {
  it('the chats of a colleague are not counted, and the answer of a colleague is an answer', () => {
    const vera = { id: 'vera', role: 'vendor' } as const;
    const theirs = summary({ unread_count: 1, assigned_to: 'omar' });
    expect(unseenChats([theirs, summary({ unread_count: 1, assigned_to: vera.id })], vera)).toBe(1);
    expect(isFromOtherSide(theirs, 'omar', vera)).toBe(false);
    expect(isFromOtherSide(theirs, String(theirs.visitor_id), vera)).toBe(true);
  });

  it('what a visitor said face to face belongs to the visitor alone', () => {
    const said = { sender_id: 'vera', said_by: 'visitor' };
    const chat = { visitor_id: 'wei' };
    expect(['wei', 'vera', 'omar'].filter((id) => isOwnMessage(chat, said, id))).toEqual(['wei']);
  });
});
