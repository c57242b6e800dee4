import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { openSession } from './support.ts';

// Requests through the official client: supabase/schemas/06_requests.sql. The permissions are
// tested in rls-matrix/trust.ts.

/** The web app's own call; its imports are found by their paths at run time alone. */
const VISITOR_IDS = path.resolve(import.meta.dirname, '../../../web/src/entities/chat/visitor-ids.ts');
const { fetchVisitorIds } = (await import(VISITOR_IDS)) as {
  fetchVisitorIds(supabase: SupabaseClient, vendorId: string): Promise<string[]>;
};

let server: TestServer;
let vendor: Person;
let visitor: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora' }),
    server.person({ role: 'visitor', name: 'Wei' }),
  ]);
});

interface Chat {
  id: string;
  request_state: string | null;
  requested_at: string | null;
}

/** 'Start Chat' of specification 2.14, with the call of specification 7.3. */
async function start(from = visitor, to = vendor.profileId): Promise<Chat> {
  const { data } = await from.client
    .from('sessions')
    .insert({ vendor_id: to, visitor_id: from.profileId, status: 'active' })
    .select()
    .single()
    .throwOnError();
  return data;
}

const say = (sender: Person, { id }: { id: string }, content = 'Hello') =>
  sender.client
    .from('messages')
    .insert({ id: randomUUID(), session_id: id, sender_id: sender.profileId, content })
    .select('id')
    .single();

async function stateOf({ id }: { id: string }, reader = vendor): Promise<string | null> {
  const { data } = await reader.client
    .from('chat_list')
    .select('request_state')
    .eq('id', id)
    .single()
    .throwOnError();
  return data.request_state;
}

const answer = (chat: Chat, accept: boolean, by = vendor) =>
  by.client.rpc('answer_request', { session_id: chat.id, accept });

describe('a chat that a visitor starts from the list', () => {
  it('waits from the first message on, of which there may be three, until the vendor accepts it', async () => {
    const chat = await start();
    expect(chat).toMatchObject({ request_state: 'waiting', requested_at: null, status: 'active' });
    for (const text of ['Hello', 'I forgot my name', 'Wei']) await say(visitor, chat, text).throwOnError();
    const fourth = await say(visitor, chat);
    expect([fourth.status, fourth.error?.code]).toEqual([423, 'PT423']);
    // Neither does a second chat with the same vendor get around it.
    expect((await say(visitor, await start())).error?.code).toBe('PT423');

    const { data } = await vendor.client.from('messages').select('content').eq('session_id', chat.id);
    expect(data).toHaveLength(3);
    expect((await answer(chat, true, visitor)).error?.code).toBe('PT404');
    expect((await answer(chat, true)).data).toMatchObject({ id: chat.id, request_state: 'accepted' });
    expect((await say(visitor, chat)).error).toBeNull();
    expect((await start()).request_state).toBeNull();
  });

  it('is accepted by an answer, so that a client which knows of no requests need not learn of them', async () => {
    const chat = await start();
    await say(visitor, chat).throwOnError();
    await say(vendor, chat).throwOnError();
    expect(await stateOf(chat)).toBe('accepted');
    expect((await say(visitor, chat)).error).toBeNull();
  });

  it('stays shut when it is declined, until they meet or the vendor thinks better of it', async () => {
    const chat = await start();
    await say(visitor, chat).throwOnError();
    await answer(chat, false).throwOnError();
    expect((await say(visitor, chat)).error?.code).toBe('PT423');
    const again = await start();
    expect(again.request_state).toBe('declined');
    expect((await say(visitor, again)).error?.code).toBe('PT423');

    await visitor.client.rpc('join_session', { session_id: await openSession(vendor) }).throwOnError();
    expect([await stateOf(chat), await stateOf(again)]).toEqual(['accepted', 'accepted']);
    expect((await say(visitor, again)).error).toBeNull();
  });

  it('is no request where they have met, or when a code was scanned, or when the vendor starts it', async () => {
    const { data: booth } = await vendor.client
      .from('booth_codes')
      .insert({ vendor_id: vendor.profileId, label: 'Lamps' })
      .select('code')
      .single()
      .throwOnError();
    const { data: met } = await visitor.client.rpc('join_booth', { code: booth.code }).throwOnError();
    expect((met as Chat).request_state).toBeNull();
    expect((await start()).request_state).toBeNull();
    const { data: back } = await vendor.client
      .from('sessions')
      .insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId })
      .select()
      .single()
      .throwOnError();
    expect(back.request_state).toBeNull();
  });

  it('gives no sign of the vendor before it is accepted', async () => {
    const chat = await start();
    await say(visitor, chat).throwOnError();
    await vendor.client.rpc('mark_session_read', { session_id: chat.id }).throwOnError();
    const marks = async () =>
      (await visitor.client.from('session_reads').select('profile_id').throwOnError()).data.length;
    expect(await marks()).toBe(0);
    await answer(chat, true).throwOnError();
    expect(await marks()).toBe(1);
  });

  it('ends unanswered with a block', async () => {
    const chat = await start();
    await say(visitor, chat).throwOnError();
    await vendor.client
      .from('blocks')
      .insert({ blocker_id: vendor.profileId, blocked_id: visitor.profileId })
      .throwOnError();
    expect(await stateOf(chat)).toBe('declined');
    const { data } = await vendor.client.from('chat_list').select('blocked').eq('id', chat.id).throwOnError();
    expect(data).toEqual([{ blocked: true }]);
  });
});

it('of 24 requests made at once, 20 stand, and each answer makes room for another', async () => {
  const made = await server.sql<{ id: string }>(
    `with users as (
       insert into auth.users (id, email) select gen_random_uuid(), 'stand' || n || '@fair.example'
         from generate_series(1, 24) n returning id
     )
     insert into profiles (user_id, role, name) select id, 'vendor', 'Stand' from users returning id`,
  );
  const chats = await Promise.all(made.map(({ id }) => start(visitor, id)));
  const answers = await Promise.all(chats.map((chat) => say(visitor, chat)));
  const refused = answers.flatMap(({ error, status }, index) => (error ? [{ error, status, index }] : []));
  expect(refused.map(({ error, status }) => [status, error.code, error.message])).toEqual(
    Array.from({ length: 4 }, () => [409, 'PT409', 'At most 20 requests may stand unanswered']),
  );
  // The limit does not stop further messages in a chat whose request is pending.
  const standing = chats.filter((_, index) => !answers[index]?.error);
  expect((await say(visitor, standing[0] as Chat)).error).toBeNull();
  await server.sql(`update sessions set request_state = 'declined' where id = $1`, [standing[1]?.id]);
  const retried = await Promise.all(refused.map(({ index }) => say(visitor, chats[index] as Chat)));
  expect(retried.filter(({ error }) => error === null)).toHaveLength(1);
  // A vendor whom the visitor has met needs no request.
  await visitor.client.rpc('join_session', { session_id: await openSession(vendor) }).throwOnError();
  expect((await say(visitor, await start())).error).toBeNull();
});

describe('who was declined', () => {
  const joins = async () => {
    const { data } = await vendor.client.rpc('vendor_analytics', { zone: 'UTC' }).throwOnError();
    const { joins, asked, answered } = (data as { current: Record<string, number> }).current;
    return { joins, asked, answered };
  };
  /**
   * Reads the vendor's contacts and their number; the leads, which are exported, must be the same
   * people.
   */
  async function contacts(): Promise<string[]> {
    const ids = await fetchVisitorIds(vendor.client, vendor.profileId);
    const { data } = await vendor.client.from('lead_list').select('person_id').throwOnError();
    expect(data.map(({ person_id }) => person_id)).toEqual(ids);
    return ids;
  }

  async function decline(): Promise<Chat> {
    const chat = await start();
    await say(visitor, chat).throwOnError();
    await answer(chat, false).throwOnError();
    return chat;
  }

  it('is no contact of the vendor and counts in no figure, also when they ask again', async () => {
    const chat = await start();
    await say(visitor, chat).throwOnError();
    expect(await contacts()).toEqual([visitor.profileId]);
    expect(await joins()).toEqual({ joins: 1, asked: 1, answered: 0 });

    await answer(chat, false).throwOnError();
    expect((await start()).request_state).toBe('declined');
    expect(await contacts()).toEqual([]);
    expect(await joins()).toEqual({ joins: 0, asked: 0, answered: 0 });
  });

  it('is one again when the vendor accepts after all, and counts from then on as if nothing had been', async () => {
    const chat = await decline();
    await answer(chat, true).throwOnError();
    expect(await contacts()).toEqual([visitor.profileId]);
    expect(await joins()).toEqual({ joins: 1, asked: 1, answered: 0 });
    await say(vendor, chat).throwOnError();
    expect(await joins()).toEqual({ joins: 1, asked: 1, answered: 1 });
  });

  it('is one again with the vendor’s own word to them, which is its answer', async () => {
    const chat = await decline();
    await say(vendor, chat).throwOnError();
    expect(await contacts()).toEqual([visitor.profileId]);
    expect(await joins()).toEqual({ joins: 1, asked: 1, answered: 1 });
  });

  it('stays one while something is noted about them', async () => {
    await decline();
    await vendor.client
      .from('leads')
      .insert({ owner_id: vendor.profileId, person_id: visitor.profileId, note: 'Asks for samples only' })
      .throwOnError();
    expect(await contacts()).toEqual([visitor.profileId]);
  });

  it('becomes one by meeting at the booth', async () => {
    await decline();
    await visitor.client.rpc('join_session', { session_id: await openSession(vendor) }).throwOnError();
    expect(await contacts()).toEqual([visitor.profileId]);
    expect(await joins()).toMatchObject({ joins: 2 });
  });
});
