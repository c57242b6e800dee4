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

/** Local times, because days are those of the viewer. */
const at = (day: number, minute: number) => new Date(2026, 0, day, 9, minute);

/** No message waits for the network. */
const NONE: ReadonlySet<string> = new Set();

/** '--' begins a day, '*' a group; a hidden time is '·'. */
function outline(rows: TimelineRow[]): string[] {
  return rows.flatMap(({ message, delivery, startsDay, startsRun, showsTime }) => [
    ...(startsDay ? ['--'] : []),
    [message.content, delivery, startsRun && '*', !showsTime && '·'].filter(Boolean).join(' '),
  ]);
}

describe('the timeline', () => {
  it('gathers the lines of a conversation face to face by who said them', () => {
    const said = (id: string, by: 'vendor' | 'visitor'): ChatMessage => ({
      ...message(id, 'me', at(1, 0)),
      said_by: by,
    });
    const rows = buildTimeline(
      [said('a', 'vendor'), said('b', 'visitor'), said('c', 'visitor'), message('d', 'me', at(1, 0))],
      [{ ...entry('e', at(1, 0)), saidBy: 'visitor' }],
      NONE,
    );
    expect(outline(rows)).toEqual(['--', 'a sent *', 'b sent * ·', 'c sent', 'd sent *', 'e sending *']);
    expect(rows.at(-1)?.message.said_by).toBe('visitor');
  });

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
      NONE,
    );
    expect(outline(rows)).toEqual(['--', 'a sent * ·', 'b sent', 'c sent *', 'd sent *', '--', 'e sent *']);
  });

  it('puts unconfirmed messages last, even when the clock of this device runs behind', () => {
    const rows = buildTimeline(
      [message('a', 'you', at(1, 30))],
      [entry('b', at(1, 0)), entry('c', at(1, 1))],
      new Set(['b', 'c']),
    );
    expect(outline(rows)).toEqual(['--', 'a sent *', 'b waiting *', 'c waiting']);
  });

  it('keeps a file above the later messages that have passed it, before and after it is sent', () => {
    const attachment = { content: new Blob(['pixels']), name: 'photo.jpg' };
    const file = { ...entry('file', at(1, 1)), attachment };
    const passing = { ...message('b', 'me', at(1, 2)), passed: ['file', 'taken back'] };
    const others = [message('a', 'you', at(1, 0)), passing, message('c', 'you', at(1, 3))];
    const order = (...args: Parameters<typeof buildTimeline>) =>
      buildTimeline(...args).map(({ message, delivery }) => `${message.id} ${delivery}`);
    const sending = ['a sent', 'file sending', 'b sent', 'c sent'];
    expect(order(others, [file], NONE)).toEqual(sending);
    // The live row, before the answer that tells what it has passed.
    const live = others.map(({ passed: _, ...row }) => row);
    expect(order(live, [file, entry('b', at(1, 1))], NONE)).toEqual(sending);
    // The clock of the server gives it a later time.
    expect(order([...others, message('file', 'me', at(1, 4))], [], NONE)).toEqual([
      'a sent',
      'file sent',
      'b sent',
      'c sent',
    ]);
  });

  it('shows a message once that has come back before its confirmation', () => {
    const rows = buildTimeline(
      [message('b', 'me', at(1, 0))],
      [entry('b', at(1, 0)), entry('c', at(1, 1))],
      NONE,
    );
    expect(outline(rows)).toEqual(['--', 'b sent * ·', 'c sending']);
  });

  it('gathers what one person wrote within three minutes, and tells its time once', () => {
    const second = (s: number) => new Date(2026, 0, 1, 9, 0, s);
    const rows = buildTimeline(
      [
        message('a', 'me', second(0)),
        message('b', 'me', second(100)),
        message('c', 'me', second(179)),
        // Three minutes after the first of the group, not after the last.
        message('d', 'me', second(180)),
        message('e', 'me', second(181)),
        message('f', 'you', second(182)),
      ],
      [],
      NONE,
    );
    expect(outline(rows)).toEqual([
      '--',
      'a sent * ·',
      'b sent ·',
      'c sent',
      'd sent * ·',
      'e sent',
      'f sent *',
    ]);
  });

  it('tells the time beside each sign of trouble', () => {
    const second = (s: number) => new Date(2026, 0, 1, 9, 0, s);
    const rows = buildTimeline(
      [message('a', 'me', second(1)), message('b', 'me', second(2))],
      [entry('c', second(3)), entry('d', second(4))],
      new Set(['c', 'd']),
    );
    expect(outline(rows)).toEqual(['--', 'a sent * ·', 'b sent ·', 'c waiting', 'd waiting']);
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
    expect(buildTimeline(messages, [], NONE)).toHaveLength(10_000);
    reads = 0;
    expect(buildTimeline(messages, [], NONE)).toHaveLength(10_000);
    expect(reads).toBe(0);
  });
});
