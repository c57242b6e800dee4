import { describe, expect, it } from 'vitest';
import { meaningOfAnswer } from '@/shared/api/answer-meaning.ts';
import {
  deliveryOf,
  EMPTY_OUTBOX,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxState,
  reduceOutbox,
} from './outbox-entry.ts';

function entry(id: string, seq: number | null = null): OutboxEntry {
  return {
    id,
    seq,
    sessionId: 's',
    senderId: 'me',
    content: id,
    sourceLanguage: 'en',
    targetLanguage: null,
    writtenAt: '2026-01-01T09:00:00.000Z',
    state: { kind: 'queued' },
  };
}

function after(...events: OutboxEvent[]): OutboxState {
  return events.reduce(reduceOutbox, EMPTY_OUTBOX);
}

function deliveries(state: OutboxState): string[] {
  return state.entries.map((e) => `${e.id} ${deliveryOf(e, state.activity).kind}`);
}

const written = (id: string): OutboxEvent => ({ kind: 'written', entry: entry(id) });

describe('the state machine of sending', () => {
  it('goes from sending to gone when the server confirms', () => {
    const sending = after(written('a'), { kind: 'attempt', id: 'a' });
    expect(deliveries(sending)).toEqual(['a sending']);
    expect(reduceOutbox(sending, { kind: 'accepted', id: 'a' })).toEqual(EMPTY_OUTBOX);
  });

  it('waits while the server cannot be reached, also during the next attempt', () => {
    const waiting = after(written('a'), { kind: 'attempt', id: 'a' }, { kind: 'unreachable' });
    expect(deliveries(waiting)).toEqual(['a waiting']);
    const again = reduceOutbox(waiting, { kind: 'attempt', id: 'a' });
    expect(deliveries(again)).toEqual(['a waiting']);
    expect(reduceOutbox(again, { kind: 'unreachable' }).activity).toEqual({ kind: 'waiting', attempts: 2 });
  });

  it('fails one message and goes on with the others', () => {
    const state = after(
      written('a'),
      written('b'),
      { kind: 'attempt', id: 'a' },
      { kind: 'refused', id: 'a' },
    );
    expect(deliveries(state)).toEqual(['a failed', 'b sending']);
  });

  it('puts a message that is sent again behind the others', () => {
    const state = after(
      written('a'),
      written('b'),
      { kind: 'refused', id: 'a' },
      { kind: 'retried', entry: entry('a') },
    );
    expect(deliveries(state)).toEqual(['b sending', 'a sending']);
  });

  it('keeps what is still on its way into the store when the store is read', () => {
    const state = after(written('c'), { kind: 'loaded', entries: [entry('b', 2), entry('a', 1)] });
    expect(state.entries.map((e) => e.id)).toEqual(['a', 'b', 'c']);
    const stored = reduceOutbox(state, { kind: 'loaded', entries: [entry('c', 3)] });
    expect(stored.entries).toEqual([entry('c', 3)]);
  });
});

describe('meaningOfAnswer', () => {
  it.each([
    [201, null, 'accepted'],
    [200, null, 'accepted'],
    [409, '23505', 'duplicate'],
    [0, '', 'unreachable'],
    [401, 'PGRST303', 'unreachable'],
    [401, '42501', 'unreachable'],
    [408, null, 'unreachable'],
    [429, 'over_request_rate_limit', 'unreachable'],
    [500, '57014', 'unreachable'],
    [503, null, 'unreachable'],
    [403, '42501', 'refused'],
    [400, '23514', 'refused'],
    [409, '23503', 'refused'],
    [404, 'PGRST205', 'refused'],
    // A captive portal's page.
    [403, undefined, 'unreachable'],
    [511, undefined, 'unreachable'],
  ] as const)('reads %s with code %s as %s', (status, code, meaning) => {
    expect(meaningOfAnswer(status, code)).toBe(meaning);
  });
});
