import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from './harness.ts';
import { meet, openSession } from './trust/support.ts';

// Conversations face to face through the official client (docs/adr/0076). The permissions are tested
// in rls-matrix.

let server: TestServer;
let vendor: Person;
let visitor: Person;

beforeAll(async () => {
  server = await startTestServer();
  vendor = await server.person({ role: 'vendor', name: 'Vera' });
  visitor = await server.person({ role: 'visitor', name: 'Wei' });
});
afterAll(() => server.stop());

/** The vendor's phone writes down what one of the two said. @returns the error's code, or null */
async function note(sessionId: string, by: 'vendor' | 'visitor', content: string): Promise<string | null> {
  const { error } = await vendor.client
    .from('messages')
    .insert({ session_id: sessionId, sender_id: vendor.profileId, content, said_by: by });
  return error?.code ?? null;
}

async function lines(reader: Person, sessionId: string) {
  const { data } = await reader.client
    .from('messages')
    .select('said_by, sender_id, content')
    .eq('session_id', sessionId)
    .order('created_at')
    .order('id')
    .throwOnError();
  return data.map(({ said_by, sender_id, content }) => [said_by, sender_id === vendor.profileId, content]);
}

async function listed(reader: Person, sessionId: string) {
  const { data } = await reader.client
    .from('chat_list')
    .select('*')
    .eq('id', sessionId)
    .single()
    .throwOnError();
  return data;
}

const join = (sessionId: string) =>
  visitor.client.rpc('join_session', { session_id: sessionId }).throwOnError();

describe('a conversation face to face', () => {
  it('is the vendor’s until a visitor joins its session, who then has all of its lines', async () => {
    const id = await openSession(vendor);
    expect(await listed(vendor, id)).toMatchObject({ face_to_face: false });
    expect(await note(id, 'vendor', 'Good morning')).toBeNull();
    expect(await note(id, 'visitor', '早上好')).toBeNull();
    expect(await lines(visitor, id)).toEqual([]);
    expect(await listed(vendor, id)).toMatchObject({
      face_to_face: true,
      visitor: null,
      last_message: { content: '早上好', said_by: 'visitor' },
    });

    await join(id);
    // A line that was still on its way.
    expect(await note(id, 'vendor', 'See you')).toBeNull();
    const all = [
      ['vendor', true, 'Good morning'],
      ['visitor', true, '早上好'],
      ['vendor', true, 'See you'],
    ];
    expect(await lines(visitor, id)).toEqual(all);
    expect(await lines(vendor, id)).toEqual(all);
    // Nothing of it waits for an answer.
    expect(await listed(visitor, id)).toMatchObject({
      face_to_face: false,
      unread_count: 3,
      waiting_since: null,
    });
    await vendor.client
      .from('messages')
      .insert({ session_id: id, sender_id: vendor.profileId, content: 'Did it arrive?' })
      .throwOnError();
    expect((await listed(visitor, id)).waiting_since).not.toBeNull();
  });

  it('ends an hour after the visitor has joined', async () => {
    const id = await openSession(vendor);
    await note(id, 'visitor', '早上好');
    await join(id);
    await server.sql(
      `update messages set created_at = created_at - interval '2 hours' where session_id = $1`,
      [id],
    );
    await server.sql(`update sessions set joined_at = joined_at - interval '61 minutes' where id = $1`, [id]);
    expect(await note(id, 'visitor', '再见')).toBe('42501');
  });

  it('does not begin in a chat that a visitor has joined', async () => {
    const id = await meet(vendor, visitor);
    expect(await note(id, 'visitor', 'I buy a thousand')).toBe('42501');
  });

  it('has at most 500 lines', async () => {
    const id = await openSession(vendor);
    await server.sql(
      `insert into messages (session_id, sender_id, content, said_by, created_at)
       select $1, $2, 'line ' || n, 'vendor', now() - interval '1 day' from generate_series(1, 499) n`,
      [id, vendor.profileId],
    );
    expect(await note(id, 'visitor', 'the last one')).toBeNull();
    expect(await note(id, 'visitor', 'one more')).toBe('42501');
  });

  it('can be deleted by its vendor while no visitor has joined', async () => {
    const [id, joined] = await Promise.all([openSession(vendor), openSession(vendor)]);
    for (const session of [id, joined]) expect(await note(session, 'visitor', '早上好')).toBeNull();
    await join(joined);
    const { data } = await vendor.client
      .from('sessions')
      .delete()
      .in('id', [id, joined, randomUUID()])
      .select('id')
      .throwOnError();
    expect(data).toEqual([{ id }]);
    expect(
      await server.sql('select session_id from messages where session_id = any ($1)', [[id, joined]]),
    ).toEqual([{ session_id: joined }]);
  });
});
