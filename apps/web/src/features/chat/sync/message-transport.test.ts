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

it('the words of a reply arrive although the quoted message is gone', async () => {
  const { send, inserted } = setUp('23503');
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(inserted).toHaveLength(2);
  expect(inserted[1]).toMatchObject({ id: 'a', content: 'Twenty' });
  expect(inserted[1]).not.toHaveProperty('reply_to');
});
