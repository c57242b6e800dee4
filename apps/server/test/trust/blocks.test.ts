import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { webm } from '../storage/samples.ts';
import { meet, openSession } from './support.ts';

// Blocks through the official client: supabase/schemas/05_blocks.sql. The permissions are tested in
// rls-matrix/trust.ts.

let server: TestServer;
let vendor: Person;
let visitor: Person;
let session: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [vendor, visitor] = await Promise.all([
    server.person({ role: 'vendor', name: 'Nora' }),
    server.person({ role: 'visitor', name: 'Wei' }),
  ]);
  session = await meet(vendor, visitor);
});

const block = (blocker: Person, blocked: Person) =>
  blocker.client
    .from('blocks')
    .insert({ blocker_id: blocker.profileId, blocked_id: blocked.profileId })
    .throwOnError();
const unblock = (blocker: Person, blocked: Person) =>
  blocker.client.from('blocks').delete().eq('blocked_id', blocked.profileId).throwOnError();
const say = (sender: Person, content = 'Hello', id: string = randomUUID()) =>
  sender.client.from('messages').insert({ id, session_id: session, sender_id: sender.profileId, content });

/** The result of a person's attempt to join the chat's private channel. */
function enter(person: Person): Promise<string> {
  return new Promise((resolve) => {
    const room = person.client.channel(`session:${session}`, { config: { private: true } });
    room.subscribe((status) => {
      if (status !== 'SUBSCRIBED' && status !== 'CHANNEL_ERROR') return;
      resolve(status);
      void person.client.removeChannel(room);
    });
  });
}

describe('a block', () => {
  it('keeps messages of both away, tells the blocked one no more than that, and can be lifted', async () => {
    await block(visitor, vendor);
    const refused = await say(vendor);
    expect([refused.status, refused.error]).toMatchObject([
      403,
      { code: 'PT403', message: 'This message cannot be delivered', hint: null },
    ]);
    const own = await say(visitor);
    expect(own.error).toMatchObject({ code: 'PT403', message: 'You have blocked this person' });
    expect(await server.sql('select 1 from messages where session_id = $1', [session])).toHaveLength(0);
    expect((await vendor.client.from('blocks').select('*').throwOnError()).data).toEqual([]);

    await unblock(visitor, vendor);
    expect((await say(vendor)).error).toBeNull();
  });

  it('leaves other chats of both alone', async () => {
    const other = await server.person({ role: 'visitor' });
    await block(visitor, vendor);
    session = await openSession(vendor);
    await other.client.rpc('join_session', { session_id: session }).throwOnError();
    expect((await say(vendor)).error).toBeNull();
    expect((await say(other)).error).toBeNull();
  });

  it('lets nothing be attached to what was sent before', async () => {
    const id = randomUUID();
    await say(vendor, 'Hello', id).throwOnError();
    await block(visitor, vendor);
    const { data } = await vendor.client
      .from('messages')
      .update({ translated_content: 'Listen to me' })
      .eq('id', id)
      .select()
      .throwOnError();
    expect(data).toEqual([]);
  });

  it('closes every way into a new chat, to both, and only between these two', async () => {
    const open = await openSession(vendor);
    const { data: booth } = await vendor.client
      .from('booth_codes')
      .insert({ vendor_id: vendor.profileId, label: 'Lamps' })
      .select('code')
      .single()
      .throwOnError();
    const ways = [
      () => visitor.client.rpc('join_session', { session_id: open }),
      () => visitor.client.rpc('join_booth', { code: booth.code }),
      () =>
        visitor.client
          .from('sessions')
          .insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId }),
      () =>
        vendor.client.from('sessions').insert({ vendor_id: vendor.profileId, visitor_id: visitor.profileId }),
    ];
    await block(vendor, visitor);
    const answers = await Promise.all(ways.map((way) => way()));
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(answers.map(({ error }) => error?.message)).toEqual([
      'This chat cannot be opened',
      'This chat cannot be opened',
      'This chat cannot be opened',
      'You have blocked this person',
    ]);
    const [left] = await server.sql('select visitor_id from sessions where id = $1', [open]);
    expect(left).toEqual({ visitor_id: null });

    const stranger = await server.person({ role: 'visitor' });
    await stranger.client.rpc('join_booth', { code: booth.code }).throwOnError();
    await unblock(vendor, visitor);
    for (const way of ways) await way().throwOnError();
  });

  it('lets neither into the room of typing and presence, nor see how far the other has read', async () => {
    for (const person of [vendor, visitor]) {
      await person.client.rpc('mark_session_read', { session_id: session }).throwOnError();
    }
    const marks = async (person: Person) =>
      (await person.client.from('session_reads').select('profile_id').throwOnError()).data.length;
    expect(await marks(vendor)).toBe(2);
    expect(await enter(visitor)).toBe('SUBSCRIBED');

    await block(visitor, vendor);
    expect(await marks(vendor)).toBe(1);
    expect(await marks(visitor)).toBe(1);
    expect(await enter(vendor)).toBe('CHANNEL_ERROR');
    expect(await enter(visitor)).toBe('CHANNEL_ERROR');
    await visitor.client.rpc('mark_session_read', { session_id: session }).throwOnError();
  });

  it('takes no file for the chat', async () => {
    await block(visitor, vendor);
    const upload = (name: string) =>
      vendor.client.storage
        .from('chat-files')
        .upload(name, new Blob([webm('sound')], { type: 'audio/webm' }));
    expect((await upload(`${session}/audio-1.webm`)).error).not.toBeNull();
    await unblock(visitor, vendor);
    expect((await upload(`${session}/audio-1.webm`)).error).toBeNull();
  });

  it('is told to the blocker’s other devices', async () => {
    const heard = vi.fn();
    const channel = visitor.client.channel('blocks');
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'blocks', filter: `blocker_id=eq.${visitor.profileId}` },
      ({ eventType }) => heard(eventType),
    );
    await new Promise<void>((resolve) => {
      channel.on('system', {}, ({ status }: { status?: string }) => status === 'ok' && resolve());
      channel.subscribe();
    });
    const isHeard = (...types: string[]) =>
      vi.waitFor(() => expect(heard.mock.calls.flat()).toEqual(types), 10_000);
    await block(visitor, vendor);
    // A row that is gone before its readers are looked for has none.
    await isHeard('INSERT');
    await unblock(visitor, vendor);
    await isHeard('INSERT', 'DELETE');
  });
});
