import { expect, it, vi } from 'vitest';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';
import { sendMessage } from './message-transport.ts';

const ENTRY: OutboxEntry = {
  id: 'a',
  sessionId: 's',
  senderId: 'me',
  content: 'Twenty',
  replyTo: 'quoted',
  sourceLanguage: 'en',
  targetLanguage: null,
  writtenAt: '2026-01-01T09:00:00.000Z',
  state: { kind: 'queued' },
};

/** A data API that refuses what quotes a message with an error of that code. */
function setUp(code: string | null) {
  const inserted: object[] = [];
  const from = () => ({
    insert(row: { reply_to?: string }) {
      inserted.push(row);
      const refused = code !== null && row.reply_to !== undefined;
      const answer = refused
        ? { data: null, error: { code, message: '' }, status: 409 }
        : { data: { id: 'a' }, error: null, status: 201 };
      const query = { select: () => query, abortSignal: () => query, single: async () => answer };
      return query;
    },
  });
  const send = () =>
    sendMessage(
      { from } as unknown as Supabase,
      ENTRY,
      null,
      { onUrl() {}, onProgress() {}, signal: new AbortController().signal },
      vi.fn(),
    );
  return { send, inserted };
}

it('a reply names the message that it quotes', async () => {
  const { send, inserted } = setUp(null);
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(inserted).toMatchObject([{ content: 'Twenty', reply_to: 'quoted' }]);
});

const PICTURE = 'picture-7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d.jpg';

/**
 * Sends a product with a picture.
 * @param refusal the storage service's, of the picture; the thumbnail is never refused
 */
async function sendProduct(refusal: object | null) {
  const copies: string[][] = [];
  const inserted: object[] = [];
  const query = { select: () => query, abortSignal: () => query, single: async () => answer };
  const answer = { data: { id: 'a' }, error: null, status: 201 };
  const supabase = {
    from: () => ({
      insert(row: object) {
        inserted.push(row);
        return query;
      },
    }),
    storage: async () => ({
      from: (bucket: string) => ({
        async copy(from: string, to: string, { destinationBucket }: { destinationBucket: string }) {
          copies.push([`${bucket}/${from}`, `${destinationBucket}/${to}`]);
          return { error: from.includes('thumbnail') ? { statusCode: '404', message: '' } : refusal };
        },
      }),
    }),
  } as unknown as Supabase;
  const copied = { from: `booth/${PICTURE}`, name: 'Lamp.jpg', bytes: 90_000, caption: 'Lamp' };
  const entry = { ...ENTRY, content: `s/${PICTURE}`, copied, product: { price: 'USD 12.50' } };
  const watch = { onUrl() {}, onProgress() {}, signal: new AbortController().signal };
  const result = await sendMessage(supabase, entry, null, watch, async () => true);
  return { result, copies, inserted };
}

it('a product is sent with a copy of its picture, with or without a thumbnail', async () => {
  for (const refusal of [null, { statusCode: '409', message: 'The resource already exists' }]) {
    const { result, copies, inserted } = await sendProduct(refusal);
    expect(result).toMatchObject({ kind: 'accepted' });
    expect(copies).toContainEqual([`catalogue/booth/${PICTURE}`, `chat-files/s/${PICTURE}`]);
    expect(copies).toHaveLength(2);
    expect(inserted).toMatchObject([
      { type: 'file', transcript: 'Lamp', file_name: 'Lamp.jpg', product: { price: 'USD 12.50' } },
    ]);
  }
});

it('a product whose picture was removed is refused with the reason, and one without an answer waits', async () => {
  const removed = await sendProduct({ statusCode: '404', message: 'Object not found' });
  expect(removed).toMatchObject({ result: { kind: 'refused', reason: 'item-gone' }, inserted: [] });
  const lost = await sendProduct({ statusCode: '503', message: '' });
  expect(lost).toMatchObject({ result: { kind: 'unreachable' }, inserted: [] });
});

it('the words of a reply arrive although the quoted message is gone', async () => {
  const { send, inserted } = setUp('23503');
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(inserted).toHaveLength(2);
  expect(inserted[1]).toMatchObject({ id: 'a', content: 'Twenty' });
  expect(inserted[1]).not.toHaveProperty('reply_to');
});

it('the first line face to face waits while it is not known whose booth its chat belongs to', async () => {
  const inserted: object[] = [];
  const answers: object[] = [
    { data: null, error: { code: '', message: 'TypeError: Failed to fetch' }, status: 0 },
    { data: null, error: { code: 'PGRST303', message: 'JWT expired' }, status: 401 },
    { data: { id: 'booth' }, error: null, status: 200 },
  ];
  const query = {
    select: () => query,
    abortSignal: () => query,
    single: async () => ({ data: { id: 'a' }, error: null, status: 201 }),
    error: null,
    status: 201,
  };
  const refreshSession = vi.fn();
  const supabase = {
    rpc: () => ({ abortSignal: async () => answers.shift() }),
    from: (table: string) => ({
      insert(row: object) {
        inserted.push({ table, ...row });
        return query;
      },
    }),
    auth: { getSession: async () => ({ data: { session: {} } }), refreshSession },
  } as unknown as Supabase;
  const watch = { onUrl() {}, onProgress() {}, signal: new AbortController().signal };
  const { replyTo: _, ...line } = { ...ENTRY, sessionId: 'face-to-face', saidBy: 'vendor' as const };
  const send = () => sendMessage(supabase, line, null, watch, vi.fn());
  expect(await send()).toEqual({ kind: 'unreachable' });
  expect(refreshSession).not.toHaveBeenCalled();
  expect(await send()).toEqual({ kind: 'unreachable' });
  expect(refreshSession).toHaveBeenCalledOnce();
  expect(inserted).toEqual([]);
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(inserted).toMatchObject([{ table: 'sessions', vendor_id: 'booth' }, { table: 'messages' }]);
});
