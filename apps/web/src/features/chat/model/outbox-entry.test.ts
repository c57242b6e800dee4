import { describe, expect, it } from 'vitest';
import { classifyResponse } from '@/shared/api/classify-response.ts';
import {
  deliveryOf,
  encodeEntry,
  entryType,
  type OutboxEntry,
  parseEntry,
  wordsOfEntry,
} from './outbox-entry.ts';

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
    ['queued', [], 'sending'],
    ['queued', ['a'], 'waiting'],
    ['failed', ['a'], 'failed'],
  ] as const)('a %s entry while %o wait is %s', (kind, waiting, delivery) => {
    expect(deliveryOf({ ...ENTRY, state: { kind } }, new Set(waiting))).toEqual({ kind: delivery });
  });
});

describe('a stored entry', () => {
  it('is what it was, with its recording', async () => {
    expect(parseEntry(await encodeEntry(ENTRY))).toEqual(ENTRY);
    const reply = { ...ENTRY, replyTo: 'quoted' };
    expect(parseEntry(await encodeEntry(reply))).toEqual(reply);
    const said = { ...ENTRY, saidBy: 'visitor' } as const;
    expect(parseEntry(await encodeEntry(said))).toEqual(said);
    const recording = { audio: new Blob(['sound'], { type: 'audio/webm' }), durationMs: 4_000 };
    const parsed = parseEntry(await encodeEntry({ ...ENTRY, recording }));
    expect(parsed).toMatchObject({ ...ENTRY, recording: { durationMs: 4_000 } });
    expect(parsed?.recording?.audio.type).toBe('audio/webm');
    expect(await parsed?.recording?.audio.text()).toBe('sound');
    expect(parsed?.recording).not.toHaveProperty('uploadUrl');
    const begun = { ...recording, uploadUrl: 'https://fair.example/upload/1' };
    expect(parseEntry(await encodeEntry({ ...ENTRY, recording: begun }))).toMatchObject({
      recording: { durationMs: 4_000, uploadUrl: begun.uploadUrl },
    });
  });

  it('is what it was, with its file', async () => {
    const attachment = {
      content: new Blob(['pixels'], { type: 'image/jpeg' }),
      name: 'photo.jpg',
      size: { width: 4, height: 3 },
      caption: 'Our lamp',
      uploadUrl: 'https://fair.example/upload/1',
    };
    const parsed = parseEntry(await encodeEntry({ ...ENTRY, attachment }));
    expect(parsed).toMatchObject({ ...ENTRY, attachment: { ...attachment, content: expect.any(Blob) } });
    expect(await parsed?.attachment?.content.text()).toBe('pixels');
  });

  it.each([
    [null],
    [{ ...ENTRY, attachment: { bytes: new ArrayBuffer(1), mediaType: 'image/jpeg' } }],
    [{ ...ENTRY, attachment: { name: 'photo.jpg' } }],
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
    expect(classifyResponse(status, code)).toBe(meaning);
  });
});

it('an item of the catalogue waits without its file, which the server has', async () => {
  const copied = { from: 'booth/file-a.pdf', name: 'Lamps.pdf', bytes: 9, caption: 'Lamps' };
  const entry = { ...ENTRY, content: 'chat/file-a.pdf', copied, product: { price: 'USD 1' } };
  const stored = parseEntry(JSON.parse(JSON.stringify(await encodeEntry(entry))));
  expect(stored).toEqual(entry);
  expect([entryType(entry), wordsOfEntry(entry)]).toEqual(['file', 'Lamps']);
});
