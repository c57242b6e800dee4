import { describe, expect, it } from 'vitest';
import type { ChatMessage } from './chat-message.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { buildTimeline, type TimelineRow } from './timeline.ts';

function message(id: string, sender: string, at: Date): ChatMessage {
  return {
    id,
    session_id: 's',
    sender_id: sender,
    content: id,
    translated_content: null,
    type: 'text',
    transcript: null,
    translation_engine: null,
    duration_ms: null,
    source_language: 'en',
    target_language: null,
    created_at: at.toISOString(),
  };
}

function entry(id: string, at: Date): OutboxEntry {
  return {
    id,
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

/** '--' begins a day, '*' a run; a hidden time is '·'. */
function outline(rows: TimelineRow[]): string[] {
  return rows.flatMap(({ message, delivery, startsDay, startsRun, showsTime }) => [
    ...(startsDay ? ['--'] : []),
    [message.content, delivery, startsRun && '*', !showsTime && '·'].filter(Boolean).join(' '),
  ]);
}

describe('the timeline', () => {
  it('begins each day with a line and gathers what one person wrote in a row', () => {
    const rows = buildTimeline(
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
    expect(outline(rows)).toEqual(['--', 'a sent *', 'b sent', 'c sent *', 'd sent *', '--', 'e sent *']);
  });

  it('puts unconfirmed messages last, even when the clock of this device runs behind', () => {
    const rows = buildTimeline(
      [message('a', 'you', at(1, 30))],
      [entry('b', at(1, 0)), entry('c', at(1, 1))],
      {
        kind: 'waiting',
        failures: 1,
      },
    );
    expect(outline(rows)).toEqual(['--', 'a sent *', 'b waiting *', 'c waiting']);
  });

  it('shows a message once that has come back before its confirmation', () => {
    const rows = buildTimeline([message('b', 'me', at(1, 0))], [entry('b', at(1, 0)), entry('c', at(1, 1))], {
      kind: 'running',
      id: 'b',
      failures: 0,
    });
    expect(outline(rows)).toEqual(['--', 'b sent *', 'c sending']);
  });

  it('tells the time once for what one person wrote within one minute, and always beside a sign of trouble', () => {
    const second = (s: number) => new Date(2026, 0, 1, 9, 0, s);
    const rows = buildTimeline(
      [
        message('a', 'me', second(1)),
        message('b', 'me', second(59)),
        message('c', 'me', second(60)),
        message('d', 'you', second(61)),
        message('e', 'me', second(62)),
      ],
      [entry('f', second(63)), entry('g', second(64))],
      { kind: 'waiting', failures: 1 },
    );
    expect(outline(rows)).toEqual([
      '--',
      'a sent * ·',
      'b sent',
      'c sent',
      'd sent *',
      'e sent * ·',
      'f waiting',
      'g waiting',
    ]);
  });

  it('rebuilds ten thousand messages without parsing their dates again', () => {
    let reads = 0;
    const messages = Array.from({ length: 10_000 }, (_, i) => {
      const plain = message(`m${i}`, i % 3 ? 'me' : 'you', at(1, i));
      return Object.defineProperty(plain, 'created_at', {
        get() {
          reads += 1;
          return at(1, i).toISOString();
        },
      });
    });
    expect(buildTimeline(messages, [], { kind: 'idle' })).toHaveLength(10_000);
    reads = 0;
    expect(buildTimeline(messages, [], { kind: 'idle' })).toHaveLength(10_000);
    expect(reads).toBe(0);
  });
});
