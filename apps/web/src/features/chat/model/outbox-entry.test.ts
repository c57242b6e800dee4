import { describe, expect, it } from 'vitest';
import { meaningOfAnswer } from '@/shared/api/answer-meaning.ts';
import { deliveryOf, encodeEntry, type OutboxEntry, parseEntry } from './outbox-entry.ts';

const ENTRY: OutboxEntry = {
  id: 'a',
  sessionId: 's',
  senderId: 'me',
  content: 'Hello',
  sourceLanguage: 'en',
  targetLanguage: null,
  writtenAt: '2026-01-01T09:00:00.000Z',
  state: { kind: 'queued' },
};

describe('deliveryOf', () => {
  it.each([
    ['queued', { kind: 'idle' }, 'sending'],
    ['queued', { kind: 'running', id: 'a', failures: 0 }, 'sending'],
    ['queued', { kind: 'waiting', failures: 1 }, 'waiting'],
    // Still waiting during the next attempt.
    ['queued', { kind: 'running', id: 'a', failures: 1 }, 'waiting'],
    ['failed', { kind: 'running', id: 'b', failures: 0 }, 'failed'],
  ] as const)('a %s entry while the queue is %o is %s', (kind, activity, delivery) => {
    expect(deliveryOf({ ...ENTRY, state: { kind } }, activity)).toEqual({ kind: delivery });
  });
});

describe('a stored entry', () => {
  it('is what it was, with its recording', async () => {
    expect(parseEntry(await encodeEntry(ENTRY))).toEqual(ENTRY);
    const recording = { audio: new Blob(['sound'], { type: 'audio/webm' }), durationMs: 4_000 };
    const parsed = parseEntry(await encodeEntry({ ...ENTRY, recording }));
    expect(parsed).toMatchObject({ ...ENTRY, recording: { durationMs: 4_000 } });
    expect(parsed?.recording?.audio.type).toBe('audio/webm');
    expect(await parsed?.recording?.audio.text()).toBe('sound');
  });

  it.each([
    [null],
    [{ ...ENTRY, content: undefined }],
    [{ ...ENTRY, state: undefined }],
    [{ ...ENTRY, recording: { bytes: 'sound' } }],
  ])('is nothing when it is %o', (data) => {
    expect(parseEntry(data)).toBeNull();
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
