import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../model/chat-message.ts';
import { type Opening, unreadOnOpening } from './unread.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();

/** A chat of one message a minute: `me` or `you`, each with the minute as its id. */
function chat(senders: readonly ('me' | 'you')[], { hasOlder = false, from = 0 } = {}) {
  const messages = senders.map(
    (sender_id, i) => ({ id: `${from + i}`, sender_id, created_at: at(from + i) }) as ChatMessage,
  );
  return { messages, hasOlder };
}

const opened = (readUpTo: number | null, caughtUpTo?: number | null): Opening => ({
  ownId: 'me',
  readUpTo: readUpTo === null ? null : at(readUpTo),
  caughtUpTo: typeof caughtUpTo === 'number' ? at(caughtUpTo) : caughtUpTo,
});

describe('what is unread as a chat opens', () => {
  it('begins after the last read message, with the first message of others', () => {
    const history = chat(['me', 'you', 'me', 'you', 'you']);
    expect(unreadOnOpening(history, opened(1))).toEqual({ kind: 'from', id: '3' });
    expect(unreadOnOpening(history, opened(3))).toEqual({ kind: 'from', id: '4' });
    expect(unreadOnOpening(history, opened(4))).toEqual({ kind: 'none' });
  });

  it('is everything of others for a user who has never opened the chat', () => {
    expect(unreadOnOpening(chat(['me', 'you']), opened(null))).toEqual({ kind: 'from', id: '1' });
    expect(unreadOnOpening(chat(['me', 'me']), opened(null))).toEqual({ kind: 'none' });
    expect(unreadOnOpening(chat([]), opened(null))).toEqual({ kind: 'none' });
  });

  it('does not count what came while one looked', () => {
    const history = chat(['you', 'you', 'you']);
    expect(unreadOnOpening(history, opened(0, 0))).toEqual({ kind: 'none' });
    expect(unreadOnOpening(history, opened(0, 1))).toEqual({ kind: 'from', id: '1' });
    expect(unreadOnOpening(history, opened(null, null))).toEqual({ kind: 'none' });
  });

  it('may begin before the loaded part, unless that reaches what has been read or the beginning', () => {
    const part = { hasOlder: true, from: 10 };
    expect(unreadOnOpening(chat(['you', 'you'], part), opened(9))).toEqual({ kind: 'earlier' });
    expect(unreadOnOpening(chat(['you', 'you'], part), opened(null))).toEqual({ kind: 'earlier' });
    expect(unreadOnOpening(chat(['you', 'you'], part), opened(10))).toEqual({ kind: 'from', id: '11' });
    expect(unreadOnOpening(chat(['you', 'you'], { from: 10 }), opened(9))).toEqual({
      kind: 'from',
      id: '10',
    });
    const complete = { ...opened(9), isComplete: true };
    expect(unreadOnOpening(chat(['you', 'you'], part), complete)).toEqual({ kind: 'from', id: '10' });
  });
});
