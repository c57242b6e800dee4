import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../harness.ts';
import { startTestServer, type TestServer } from '../harness.ts';
import { clientOf, eventually, releaseClients, subscribed, watch, watchLive } from '../realtime/fair.ts';
import { call, openTeam, visit, write } from './support.ts';

// What the devices of a booth's team hear as it happens (docs/adr/0083).

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(releaseClients);
afterAll(() => server.stop());

const deviceOf = (person: Person) => clientOf(server, { token: person.accessToken });

/** The private room of a chat, in which people type. */
function enter(person: Person, chat: string) {
  const channel = deviceOf(person).channel(`session:${chat}`, {
    config: { private: true, broadcast: { ack: true } },
  });
  const room = { channel, heard: [] as unknown[], statuses: [] as string[] };
  channel.on('broadcast', { event: 'typing' }, ({ payload }) => room.heard.push(payload));
  channel.subscribe((status) => room.statuses.push(status));
  return room;
}

async function inside(person: Person, chat: string) {
  const room = enter(person, chat);
  await eventually(() => expect(room.statuses).toEqual(['SUBSCRIBED']));
  return room;
}

describe('a booth’s team', () => {
  it('hears new chats, who takes them, messages, notes, and who is away', async () => {
    const { owner, omar, lina, code } = await openTeam(server);
    const booth = owner.profileId;
    const inbox = await watchLive(deviceOf(lina), [
      { table: 'sessions', filter: `vendor_id=eq.${booth}` },
      { table: 'messages', filter: `recipient_id=eq.${booth}` },
      { table: 'messages', filter: `sender_id=in.(${booth},${omar.profileId})` },
      { table: 'chat_notes', filter: `owner_id=eq.${booth}` },
      { table: 'booth_members', filter: `owner_id=eq.${booth}` },
    ]);
    const told = (table: string) =>
      inbox.events
        .filter((event) => event.table === table)
        .map(({ eventType, new: row }) => [eventType, row.content ?? row.assigned_to ?? row.text ?? null]);
    const { visitor, chat } = await visit(server, code);
    // A change that is still on its way would reach the next subscription, too.
    await eventually(() => expect(told('sessions')).toEqual([['INSERT', null]]));
    const theirs = await watchLive(deviceOf(visitor), [
      { table: 'sessions', filter: `visitor_id=eq.${visitor.profileId}` },
      { table: 'chat_notes' },
    ]);
    await write(omar, chat, 'Welcome');
    await call(omar, 'hand_over_chat', { session_id: chat, member_id: lina.profileId, note: 'Your turn' });
    await call(omar, 'set_away', { away: true });
    await eventually(() => {
      expect(told('sessions')).toEqual([
        ['INSERT', null],
        ['UPDATE', omar.profileId],
        ['UPDATE', lina.profileId],
      ]);
      expect(told('messages')).toEqual([
        ['INSERT', 'Hello'],
        ['INSERT', 'Welcome'],
      ]);
      expect(told('chat_notes')).toEqual([['INSERT', 'Your turn']]);
      // They may hear of their own joining, which is older.
      expect(told('booth_members').filter(([type]) => type !== 'INSERT')).toEqual([['UPDATE', null]]);
      // The visitor hears who answers, and no note.
      expect(theirs.events.map(({ table, new: row }) => [table, row.assigned_to])).toEqual([
        ['sessions', omar.profileId],
        ['sessions', lina.profileId],
      ]);
    });
  });

  it('puts a removed member out of the room of a chat at once, and tells their devices', async () => {
    const { owner, omar, lina, code } = await openTeam(server);
    const before = await watchLive(deviceOf(lina), [{ table: 'messages' }]);
    const { visitor, chat } = await visit(server, code);
    // What happened so far has been told, and is not heard by those who listen from now on.
    await eventually(() => expect(before.events).toHaveLength(1));
    const rooms = await Promise.all([inside(omar, chat), inside(lina, chat), inside(visitor, chat)]);
    const device = watch(deviceOf(omar), [
      { table: 'profile_changes', filter: `profile_id=eq.${omar.profileId}` },
      { table: 'booth_members' },
      { table: 'messages' },
    ]);
    await subscribed(device);
    const [his, hers, visitors] = rooms;
    const type = (room: typeof his) =>
      room.channel.send({ type: 'broadcast', event: 'typing', payload: { name: 'Omar' } });
    expect(await type(his)).toBe('ok');
    await eventually(() =>
      expect([hers.heard, visitors.heard]).toEqual([[{ name: 'Omar' }], [{ name: 'Omar' }]]),
    );

    expect(await call(owner, 'remove_booth_member', { member_id: omar.profileId })).toBeNull();
    await eventually(() => expect(his.statuses).toEqual(['SUBSCRIBED', 'CLOSED']));
    await write(visitor, chat, 'Are you there?');
    await eventually(() =>
      expect(device.events.map(({ table, eventType }) => [table, eventType])).toEqual(
        expect.arrayContaining([
          ['booth_members', 'DELETE'],
          ['profile_changes', expect.any(String)],
        ]),
      ),
    );
    // A change of his own comes after the message, which he did not hear.
    await omar.client.from('profiles').update({ company: 'Own' }).eq('id', omar.profileId).throwOnError();
    await eventually(() =>
      expect(device.events.filter(({ table }) => table === 'profile_changes')).toHaveLength(2),
    );
    expect(device.events.filter(({ table }) => table === 'messages')).toEqual([]);
    expect([hers.statuses, visitors.statuses]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]);
    const again = enter(omar, chat);
    await eventually(() => expect(again.statuses[0]).toBe('CHANNEL_ERROR'));
  });
});
