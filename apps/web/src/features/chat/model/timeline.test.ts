import { describe, expect, it } from 'vitest';
import type { ChatMessage } from './chat-message.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { buildTimeline, type TimelineDay } from './timeline.ts';

function message(id: string, sender: string, at: Date): ChatMessage {
  return {
    id,
    session_id: 's',
    sender_id: sender,
    content: id,
    translated_content: null,
    type: 'text',
    source_language: 'en',
    target_language: null,
    created_at: at.toISOString(),
  };
}

function entry(id: string, at: Date): OutboxEntry {
  return {
    id,
    seq: 1,
    sessionId: 's',
    senderId: 'me',
    content: id,
    sourceLanguage: 'en',
    targetLanguage: 'zh',
    writtenAt: at.toISOString(),
    state: { kind: 'queued' },
  };
}

/** Local times, because days are those of the reader. */
const at = (day: number, minute: number) => new Date(2026, 0, day, 9, minute);

function outline(days: TimelineDay[]): string[] {
  return days.flatMap(({ items }) => [
    '--',
    ...items.map((item) => `${item.message.content} ${item.delivery}${item.startsRun ? ' *' : ''}`),
  ]);
}

describe('the timeline', () => {
  it('begins each day with a line and gathers what one person wrote in a row', () => {
    const days = buildTimeline(
      [
        message('a', 'me', at(1, 0)),
        message('b', 'me', at(1, 1)),
        message('c', 'you', at(1, 2)),
        message('d', 'you', at(1, 20)),
        message('e', 'you', at(2, 0)),
      ],
      [],
      { kind: 'idle' },
    );
    expect(outline(days)).toEqual(['--', 'a sent *', 'b sent', 'c sent *', 'd sent *', '--', 'e sent *']);
  });

  it('puts unconfirmed messages last, even when the clock of this device runs behind', () => {
    const days = buildTimeline(
      [message('a', 'you', at(1, 30))],
      [entry('b', at(1, 0)), entry('c', at(1, 1))],
      {
        kind: 'waiting',
        attempts: 1,
      },
    );
    expect(outline(days)).toEqual(['--', 'a sent *', 'b waiting *', 'c waiting']);
  });

  it('shows a message once that has come back before its confirmation', () => {
    const days = buildTimeline([message('b', 'me', at(1, 0))], [entry('b', at(1, 0)), entry('c', at(1, 1))], {
      kind: 'sending',
      id: 'b',
      attempts: 0,
    });
    expect(outline(days)).toEqual(['--', 'b sent *', 'c sending']);
  });
});
