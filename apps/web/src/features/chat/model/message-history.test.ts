import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { readMessageChange } from '../sync/message-change.ts';
import { chatKeys } from './chat-keys.ts';
import type { ChatMessage } from './chat-message.ts';
import {
  applyMessageChange,
  CATCH_UP_OVERLAP_MS,
  catchUpStart,
  type MessageChange,
  type MessageHistory,
  mergeRows,
  messageHistoryOf,
  prependOlder,
  restoreMessage,
  withoutHistory,
} from './message-history.ts';

const SESSION = '5e55a000-0000-4000-8000-000000000001';

function message(second: number, patch: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `00000000-0000-4000-8000-${String(second).padStart(12, '0')}`,
    session_id: SESSION,
    sender_id: 'vendor',
    content: `message ${second}`,
    translated_content: null,
    type: 'text',
    transcript: null,
    translation_engine: null,
    duration_ms: null,
    source_language: 'en',
    target_language: 'zh',
    created_at: new Date(Date.UTC(2026, 0, 1, 9, 0, second)).toISOString(),
    ...patch,
  };
}

function insert(row: ChatMessage, committedAt = 1): MessageChange {
  return { kind: 'insert', row, committedAt };
}

function contents(history: MessageHistory): string[] {
  return history.messages.map((m) => m.content);
}

function threadWith(...seconds: number[]): MessageHistory {
  return messageHistoryOf(seconds.map((s) => message(s)).reverse(), 50);
}

describe('live changes on the query cache', () => {
  const key = chatKeys.messageHistory(SESSION);

  function cacheWith(history: MessageHistory | undefined) {
    const client = new QueryClient();
    if (history) client.setQueryData(key, history);
    return {
      apply: (change: MessageChange) =>
        client.setQueryData<MessageHistory>(key, (known) => known && applyMessageChange(known, change)),
      read: () => client.getQueryData<MessageHistory>(key),
    };
  }

  it('adds a new message at its place, whatever order changes arrive in', () => {
    const cache = cacheWith(threadWith(1));
    cache.apply(insert(message(4)));
    cache.apply(insert(message(2)));
    cache.apply(insert(message(3)));
    expect(contents(cache.read() as MessageHistory)).toEqual([
      'message 1',
      'message 2',
      'message 3',
      'message 4',
    ]);
  });

  it('shows a message once that arrives twice, and renders nothing for the second', () => {
    const cache = cacheWith(threadWith(1));
    cache.apply(insert(message(2)));
    const before = cache.read();
    cache.apply(insert(message(2)));
    expect(contents(cache.read() as MessageHistory)).toEqual(['message 1', 'message 2']);
    expect(cache.read()?.messages).toBe(before?.messages);
  });

  it('leaves an unloaded chat alone: the first page will bring the message', () => {
    const cache = cacheWith(undefined);
    cache.apply(insert(message(1)));
    expect(cache.read()).toBeUndefined();
  });
});

describe('applyMessageChange', () => {
  it('keeps a translation when the insert arrives after the update', () => {
    const translated = message(1, { translated_content: '一', target_language: 'zh' });
    const updated = applyMessageChange(threadWith(0), { kind: 'update', row: translated, committedAt: 20 });
    const late = applyMessageChange(updated, insert(message(1), 10));
    expect(late.messages.at(-1)?.translated_content).toBe('一');
  });

  it('keeps the newer of two updates that overtake each other', () => {
    const change = (text: string, committedAt: number): MessageChange => ({
      kind: 'update',
      row: message(1, { translated_content: text }),
      committedAt,
    });
    const newer = applyMessageChange(threadWith(1), change('second', 20));
    expect(applyMessageChange(newer, change('first', 10)).messages[0]?.translated_content).toBe('second');
    expect(applyMessageChange(newer, change('third', 30)).messages[0]?.translated_content).toBe('third');
  });

  it('lets an update take a translation away', () => {
    const history = messageHistoryOf([message(1, { translated_content: '一' })], 50);
    const cleared = applyMessageChange(history, { kind: 'update', row: message(1), committedAt: 5 });
    expect(cleared.messages[0]?.translated_content).toBeNull();
  });

  it('keeps the sender that history loaded, which a live row has not', () => {
    const sender = { id: 'vendor', name: 'Nora', language: 'en' as const, avatar_url: null };
    const history = messageHistoryOf([message(1, { sender })], 50);
    const row = message(1, { translated_content: '一' });
    const updated = applyMessageChange(history, { kind: 'update', row, committedAt: 5 });
    expect(updated.messages[0]).toMatchObject({ sender, translated_content: '一' });
  });

  it('removes a deleted message and does not let a late insert or page bring it back', () => {
    const deleted = applyMessageChange(threadWith(1, 2), {
      kind: 'delete',
      id: message(2).id,
      committedAt: 9,
    });
    expect(contents(deleted)).toEqual(['message 1']);
    expect(contents(applyMessageChange(deleted, insert(message(2))))).toEqual(['message 1']);
    expect(contents(mergeRows(deleted, [message(2)]))).toEqual(['message 1']);
  });

  it('ignores a change before the loaded part, which would leave a gap', () => {
    const partly = messageHistoryOf([message(9), message(8)], 2);
    expect(applyMessageChange(partly, insert(message(3)))).toBe(partly);
  });

  it('orders messages of one millisecond by microseconds, then by id', () => {
    const at = (fraction: string, id: string) =>
      message(0, { id, content: id, created_at: `2026-01-01T09:00:00.${fraction}+00:00` });
    const history = messageHistoryOf(
      [at('12', 'd'), at('120001', 'b'), at('120001', 'c'), at('1199', 'a')],
      50,
    );
    expect(contents(history)).toEqual(['a', 'd', 'b', 'c']);
  });
});

describe('mergeRows', () => {
  it('keeps what the answer tells about the files that a message has passed', () => {
    const told = mergeRows(threadWith(1), [message(1, { passed: ['file'] })]);
    expect(mergeRows(told, [message(1)])).toBe(told);
    expect(mergeRows(told, [message(1, { transcript: 'words' })]).messages[0]?.passed).toEqual(['file']);
  });

  it('adds what was missed and keeps what is known', () => {
    const history = mergeRows(threadWith(1, 2, 3), [message(2), message(3), message(4), message(5)]);
    expect(contents(history)).toEqual(['message 1', 'message 2', 'message 3', 'message 4', 'message 5']);
  });

  it('is the same object when nothing was missed', () => {
    const history = threadWith(1, 2);
    expect(mergeRows(history, [message(1), message(2)])).toBe(history);
  });

  it('brings a translation that was attached meanwhile, and never takes one away', () => {
    const translated = mergeRows(threadWith(1), [message(1, { translated_content: '一' })]);
    expect(translated.messages[0]?.translated_content).toBe('一');
    expect(mergeRows(translated, [message(1)]).messages[0]?.translated_content).toBe('一');
  });

  it('fills a message in that was committed late, before newer ones', () => {
    expect(contents(mergeRows(threadWith(1, 3), [message(2), message(3)]))).toEqual([
      'message 1',
      'message 2',
      'message 3',
    ]);
  });
});

/** The page before the loaded messages. */
function older(
  history: MessageHistory,
  newestFirst: readonly ChatMessage[],
  pageSize: number,
): MessageHistory {
  return prependOlder(history, history.messages[0]?.id ?? '', newestFirst, pageSize);
}

describe('history', () => {
  it('knows whether there is more', () => {
    expect(messageHistoryOf([message(2), message(1)], 2).hasOlder).toBe(true);
    expect(messageHistoryOf([message(2), message(1)], 3).hasOlder).toBe(false);
  });

  it('puts older pages before the loaded part until the last one', () => {
    const first = messageHistoryOf([message(5), message(4)], 2);
    const second = older(first, [message(3), message(2)], 2);
    expect(contents(second)).toEqual(['message 2', 'message 3', 'message 4', 'message 5']);
    expect(second.hasOlder).toBe(true);
    const last = older(second, [message(1)], 2);
    expect(contents(last)[0]).toBe('message 1');
    expect(last.hasOlder).toBe(false);
  });

  it('takes no page that would leave a gap, because the chat was left and let go of its history meanwhile', () => {
    const read = threadWith(2, 3, 4, 5);
    const kept = withoutHistory(read, 2);
    expect(prependOlder(kept, message(2).id, [message(1)], 100)).toBe(kept);
    expect(kept.hasOlder).toBe(true);
  });

  it('starts a catch-up a while before the newest message', () => {
    expect(catchUpStart(messageHistoryOf([], 50), true)).toBeNull();
    const newest = Date.parse(message(30).created_at);
    const start = new Date(newest - CATCH_UP_OVERLAP_MS).toISOString();
    expect(catchUpStart(threadWith(1, 30), true)).toBe(start);
  });

  it('does not catch up before the loaded part when there is older history', () => {
    const history = messageHistoryOf([message(30), message(20)], 2);
    expect(catchUpStart(history, true)).toBe(message(20).created_at);
    const longAgo = messageHistoryOf([message(900), message(20)], 2);
    expect(catchUpStart(longAgo, false)).not.toBe(message(20).created_at);
  });

  it('starts a full catch-up at the first message of the last hour that was still incomplete', () => {
    const complete = { translated_content: '一' };
    const startOf = (first: Partial<ChatMessage>, isFull = true, newestAt = 3_000) => {
      const rows = [message(newestAt, complete), message(5), message(4, first), message(3, complete)];
      return catchUpStart(messageHistoryOf(rows, 50), isFull);
    };
    const overlap = (second: number) =>
      new Date(Date.parse(message(second).created_at) - CATCH_UP_OVERLAP_MS).toISOString();
    expect(startOf({})).toBe(message(4).created_at);
    expect(startOf({ type: 'audio', target_language: null })).toBe(message(4).created_at);
    // It waits for its words' translation.
    expect(startOf({ type: 'audio', transcript: 'words' })).toBe(message(4).created_at);
    expect(startOf(complete)).toBe(message(5).created_at);
    expect(startOf({ target_language: null })).toBe(message(5).created_at);
    // A picture without a caption.
    expect(startOf({ type: 'file' })).toBe(message(5).created_at);
    expect(startOf({}, false)).toBe(overlap(3_000));
    expect(startOf({}, true, 4_000)).toBe(overlap(4_000));
  });
});

describe('readMessageChange', () => {
  const payload = { commit_timestamp: '2026-01-01T09:00:05.500Z', old: {}, errors: null };

  it('reads the three kinds', () => {
    const row = message(1);
    const committedAt = Date.UTC(2026, 0, 1, 9, 0, 5, 500);
    expect(readMessageChange({ ...payload, eventType: 'INSERT', new: row })).toEqual({
      kind: 'insert',
      row,
      committedAt,
    });
    expect(readMessageChange({ ...payload, eventType: 'UPDATE', new: row })?.kind).toBe('update');
    expect(readMessageChange({ ...payload, eventType: 'DELETE', new: {}, old: { id: row.id } })).toEqual({
      kind: 'delete',
      id: row.id,
      committedAt,
    });
  });

  it.each([
    { ...payload, eventType: 'INSERT', new: {}, errors: ['Error 401: Unauthorized'] },
    { ...payload, eventType: 'INSERT', new: message(1), errors: ['Error 413: Payload Too Large'] },
    { ...payload, eventType: 'UPDATE', new: { id: 'x' } },
    { ...payload, eventType: 'INSERT', new: { ...message(1), created_at: 'yesterday' } },
    { ...payload, eventType: 'DELETE', new: {}, old: {} },
  ])('asks for a new reading when a change cannot be read (%#)', (unreadable) => {
    expect(readMessageChange(unreadable)).toBeNull();
  });
});

describe('a long history', () => {
  it('takes pages of ten thousand messages, also ones that overlap or come twice, without gaps or repetitions', () => {
    const all = Array.from({ length: 10_000 }, (_, i) => message(i + 1));
    const pageBefore = (end: number, size: number) => all.slice(Math.max(0, end - size), end).reverse();
    let history = messageHistoryOf(pageBefore(10_000, 50), 50);
    while (history.hasOlder) {
      const end = 10_000 - history.messages.length;
      const page = pageBefore(end + 7, 107);
      history = older(older(history, page, 107), page, 107);
    }
    expect(history.messages).toHaveLength(10_000);
    expect(contents(history)).toEqual(all.map(({ content }) => content));
  });

  it('puts rows of a catch-up between, behind and over what is known', () => {
    const history = threadWith(1, 3, 5);
    const rows = [message(6), message(3, { translated_content: '三' }), message(4), message(2)];
    const merged = mergeRows(history, rows);
    expect(contents(merged)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `message ${n}`));
    expect(merged.messages[2]?.translated_content).toBe('三');
    expect(mergeRows(merged, rows)).toBe(merged);
  });

  it('is let go of but for its newest part, which can be read on from there', () => {
    const history = threadWith(1, 2, 3, 4);
    const kept = withoutHistory(history, 2);
    expect(contents(kept)).toEqual(['message 3', 'message 4']);
    expect(kept.hasOlder).toBe(true);
    expect(contents(older(kept, [message(2), message(1)], 50))).toEqual(contents(history));
    expect(withoutHistory(history, 4)).toBe(history);
  });
});

describe('what a recording says', () => {
  const spoken = message(1, { type: 'audio', content: 'chat/audio-1.webm' });

  it('comes with an update, and an older page or insert does not take it away again', () => {
    const history = messageHistoryOf([spoken], 50);
    const written = { ...spoken, transcript: 'Two hundred pieces.' };
    const after = applyMessageChange(history, { kind: 'update', row: written, committedAt: 2 });
    expect(after.messages).toEqual([expect.objectContaining({ transcript: 'Two hundred pieces.' })]);
    expect(mergeRows(after, [spoken]).messages).toEqual(after.messages);
    expect(mergeRows(history, [written]).messages).toMatchObject([{ transcript: 'Two hundred pieces.' }]);
  });
});

describe('a message that its reader deletes for themselves', () => {
  it('goes, stays away, and comes back to its place when they undo it', () => {
    const history = threadWith(1, 2, 3);
    const gone = applyMessageChange(history, { kind: 'delete', id: message(2).id, committedAt: 0 });
    expect(contents(gone)).toEqual(['message 1', 'message 3']);
    expect(mergeRows(gone, [message(2)])).toBe(gone);
    const back = restoreMessage(gone, message(2));
    expect(contents(back)).toEqual(contents(history));
    expect(mergeRows(back, [message(2)])).toBe(back);
  });
});

it('a reply learns that its quoted message was deleted', () => {
  const reply = message(2, { reply_to: message(1).id, is_reply: true });
  const history = messageHistoryOf([reply], 50);
  const row = { ...reply, reply_to: null };
  const after = applyMessageChange(history, { kind: 'update', row, committedAt: 1 });
  expect(after.messages).toMatchObject([{ reply_to: null, is_reply: true }]);
});
