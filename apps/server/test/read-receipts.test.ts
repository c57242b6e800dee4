import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';

// Read receipts through the official client: supabase/schemas/10_chat_lists.sql.

let server: TestServer;
let vendor: Person;
let visitor: Person;

beforeAll(async () => {
  server = await startTestServer();
  vendor = await server.person({ role: 'vendor', name: 'Vera', company: 'Lamps' });
  visitor = await server.person({ role: 'visitor', name: 'Wei' });
});
afterAll(() => server.stop());

async function open(): Promise<string> {
  const { data } = await vendor.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId, status: 'active' })
    .select('id')
    .single()
    .throwOnError();
  return data.id as string;
}

async function meet(): Promise<string> {
  const id = await open();
  await visitor.client.rpc('join_session', { session_id: id }).throwOnError();
  return id;
}

/** @returns created_at, in the client's format */
async function say(sender: Person, sessionId: string, content: string, more: object = {}): Promise<string> {
  const { data } = await sender.client
    .from('messages')
    .insert({ session_id: sessionId, sender_id: sender.profileId, content, ...more })
    .select('created_at')
    .single()
    .throwOnError();
  return data.created_at as string;
}

async function summary(reader: Person, sessionId: string) {
  const { data } = await reader.client
    .from('session_summaries')
    .select('*')
    .eq('id', sessionId)
    .single()
    .throwOnError();
  return data;
}

function mark(reader: Person, sessionId: string, upTo: string | null) {
  return reader.client.rpc('mark_session_read', { session_id: sessionId, up_to: upTo }).throwOnError();
}

describe('a summary', () => {
  it('of a session that waits for its visitor has neither visitor nor message', async () => {
    const id = await open();
    expect(await summary(vendor, id)).toMatchObject({
      vendor: { id: vendor.profileId, name: 'Vera', company: 'Lamps', avatar_url: null },
      visitor: null,
      joined_at: null,
      last_message: null,
      unread_count: 0,
      waiting_since: null,
      seen_at: null,
    });
  });

  it('shows who came when, and the newest message of either side', async () => {
    const id = await meet();
    const joined = await summary(vendor, id);
    expect(joined.visitor).toMatchObject({ id: visitor.profileId, name: 'Wei' });
    expect(Date.parse(joined.joined_at)).toBeGreaterThanOrEqual(Date.parse(joined.created_at));
    expect(joined.last_activity).toBe(joined.joined_at);
    await say(visitor, id, '你好', {
      translated_content: 'Hello',
      source_language: 'zh',
      target_language: 'en',
    });
    const at = await say(vendor, id, 'x'.repeat(500));
    const both = [await summary(vendor, id), await summary(visitor, id)];
    for (const one of both) {
      expect(one.last_message).toMatchObject({ sender_id: vendor.profileId, content: 'x'.repeat(160) });
      expect(one.last_activity).toBe(at);
    }
  });

  it('counts what the other side wrote since one has read, and says since when an answer is due', async () => {
    const id = await meet();
    await say(vendor, id, 'Welcome');
    expect(await summary(vendor, id)).toMatchObject({ unread_count: 0, waiting_since: null });
    const first = await say(visitor, id, 'one');
    const second = await say(visitor, id, 'two');
    expect(await summary(vendor, id)).toMatchObject({ unread_count: 2, waiting_since: first });
    // Wei has answered, but has not looked at the greeting.
    expect(await summary(visitor, id)).toMatchObject({ unread_count: 1, waiting_since: null });

    await mark(vendor, id, first);
    expect(await summary(vendor, id)).toMatchObject({ unread_count: 1, waiting_since: first });
    await mark(vendor, id, second);
    expect(await summary(vendor, id)).toMatchObject({ unread_count: 0, waiting_since: first });
    await say(vendor, id, 'answer');
    expect(await summary(vendor, id)).toMatchObject({ unread_count: 0, waiting_since: null });
    const third = await say(visitor, id, 'three');
    expect(await summary(vendor, id)).toMatchObject({ unread_count: 1, waiting_since: third });
  });

  it('stops counting at 100', async () => {
    const id = await meet();
    const rows = Array.from({ length: 120 }, (_, index) => ({
      session_id: id,
      sender_id: visitor.profileId,
      content: `message ${index}`,
      created_at: new Date(Date.now() - 3_600_000 + index).toISOString(),
    }));
    // The server writes them, dated an hour ago: no person may write so many at once.
    await server.client(server.ctx.apiKeys.secret).from('messages').insert(rows).throwOnError();
    expect((await summary(vendor, id)).unread_count).toBe(100);
  });

  it('of every chat comes in one request, filtered by either side', async () => {
    const id = await meet();
    for (const [reader, column] of [
      [vendor, 'vendor_id'],
      [visitor, 'visitor_id'],
    ] as const) {
      const { data, count } = await reader.client
        .from('session_summaries')
        .select('id, created_at', { count: 'exact' })
        .eq(column, reader.profileId)
        .order('created_at', { ascending: false })
        .range(0, 0)
        .throwOnError();
      expect(data).toMatchObject([{ id }]);
      const [sessions] = await server.sql<{ count: number }>(
        `select count(*)::int from sessions where ${column} = $1`,
        [reader.profileId],
      );
      expect(count).toBe(sessions?.count);
    }
  });
});

describe('a mark', () => {
  it('never goes back, and never before the clock', async () => {
    const id = await meet();
    const first = await say(visitor, id, 'one');
    const second = await say(visitor, id, 'two');
    await mark(vendor, id, second);
    // Another device of the same person that is behind.
    const { data } = await mark(vendor, id, first);
    expect(data).toMatchObject({ session_id: id, profile_id: vendor.profileId, last_read_at: second });
    const early = await mark(vendor, id, '2999-01-01T00:00:00Z');
    expect(Date.parse(early.data.last_read_at)).toBeLessThan(Date.now() + 60_000);
  });

  it('without a message says that one has looked', async () => {
    const id = await meet();
    const { data } = await mark(vendor, id, null);
    expect(data.last_read_at).toBeNull();
    const seen = await summary(vendor, id);
    expect(Date.parse(seen.seen_at)).toBeGreaterThanOrEqual(Date.parse(seen.joined_at));
  });
});

it('a message knows whom it is for, whatever the sender claims', async () => {
  const id = await open();
  const lonely = await vendor.client
    .from('messages')
    .insert({ session_id: id, sender_id: vendor.profileId, content: 'Anybody?' })
    .select('recipient_id')
    .single();
  expect(lonely.data).toEqual({ recipient_id: null });
  await visitor.client.rpc('join_session', { session_id: id }).throwOnError();
  const row = { session_id: id, sender_id: visitor.profileId, content: 'Hello' };
  const addressed = await visitor.client.from('messages').insert(row).select('recipient_id').single();
  expect(addressed.data).toEqual({ recipient_id: vendor.profileId });
  const forged = await visitor.client.from('messages').insert({ ...row, recipient_id: visitor.profileId });
  expect(forged.error).toMatchObject({ code: '42501' });
});
