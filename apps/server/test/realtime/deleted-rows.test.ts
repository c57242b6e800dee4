import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deleteChatsSilently } from '../../src/database/silent-chat-deletes.ts';
import { createDatabase, startTestServer, type TestServer } from '../harness.ts';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  type ServerProcess,
  say,
  startProcess,
  watchLive,
} from './fair.ts';

let server: TestServer;
let vendor: Guest;
let visitor: Guest;
let stranger: Guest;

beforeAll(async () => {
  server = await startTestServer();
  vendor = await addGuest(server.ctx, 'vendor', 'Amal');
  visitor = await addGuest(server.ctx, 'visitor', 'Wei');
  stranger = await addGuest(server.ctx, 'visitor', 'Stranger');
  await addSession(server.ctx, vendor, visitor);
});
afterEach(releaseClients);
afterAll(() => server?.stop());

/** A card of the stranger's own, whose deletion shows that all earlier changes have been told. */
async function deleteMarker(owner: Guest): Promise<string> {
  const [card] = await server.sql<{ id: string }>(
    'insert into scanned_cards (owner_id, name) values ($1, $2) returning id',
    [owner.profileId, 'marker'],
  );
  await server.sql('delete from scanned_cards where id = $1', [card?.id]);
  return card?.id ?? '';
}

describe('a deleted row under row-level security', () => {
  it.each([
    {
      table: 'leads',
      insert: `insert into leads (owner_id, person_id, note) values ($1, $2, 'Noted') on conflict do nothing`,
      remove: 'delete from leads where owner_id = $1 and person_id = $2',
      filter: () => `person_id=eq.${visitor.profileId}`,
    },
    {
      table: 'blocks',
      insert: 'insert into blocks (blocker_id, blocked_id) values ($1, $2)',
      remove: 'delete from blocks where blocker_id = $1 and blocked_id = $2',
      filter: () => `blocker_id=eq.${vendor.profileId}`,
    },
  ])('of $table is told to its owner alone, whatever a stranger asks for', async ({ table, ...row }) => {
    const values = [vendor.profileId, visitor.profileId];
    const owner = await watchLive(clientOf(server, vendor), [{ event: 'DELETE', table }]);
    const cards = { event: 'DELETE', table: 'scanned_cards' };
    const others = await Promise.all(
      [stranger, visitor].map((guest) =>
        watchLive(clientOf(server, guest), [
          { event: 'DELETE', table },
          { event: 'DELETE', table, filter: row.filter() },
          cards,
        ]),
      ),
    );
    await server.sql(row.insert, values);
    await server.sql(row.remove, values);
    await eventually(() => expect(owner.events.map(({ eventType }) => eventType)).toEqual(['DELETE']));
    const markers = [await deleteMarker(stranger), await deleteMarker(visitor)];
    await eventually(() =>
      expect(others.map(({ events }) => events.map(({ old }) => old))).toEqual(markers.map((id) => [{ id }])),
    );
  });

  it('reaches the owner’s other device, which filters by owner', async () => {
    const filter = `owner_id=eq.${vendor.profileId}`;
    const own = await watchLive(clientOf(server, vendor), [{ table: 'scanned_cards', filter }]);
    const guessing = await watchLive(clientOf(server, stranger), [
      { table: 'scanned_cards', filter },
      { event: 'DELETE', table: 'scanned_cards' },
    ]);
    const id = await deleteMarker(vendor);
    const last = await deleteMarker(stranger);
    await eventually(() =>
      expect(own.events.filter(({ eventType }) => eventType === 'DELETE').map(({ old }) => old)).toEqual([
        { id },
      ]),
    );
    await eventually(() => expect(guessing.events.map(({ old }) => old)).toEqual([{ id: last }]));
  });

  it('of a message is told to the two people of the chat', async () => {
    const chat = await addSession(server.ctx, vendor, visitor);
    const message = await say(server.ctx, chat, visitor, 'Good morning');
    const watchers = await Promise.all(
      [vendor, visitor].map((guest) =>
        watchLive(clientOf(server, guest), [{ event: 'DELETE', table: 'messages' }]),
      ),
    );
    const outsider = await watchLive(clientOf(server, stranger), [
      { event: 'DELETE', table: 'messages' },
      { event: 'DELETE', table: 'scanned_cards' },
    ]);
    await server.sql('delete from messages where id = $1', [message]);
    const marker = await deleteMarker(stranger);
    for (const { events } of watchers) {
      await eventually(() => expect(events.map(({ old }) => old)).toEqual([{ id: message }]));
    }
    await eventually(() => expect(outsider.events.map(({ old }) => old)).toEqual([{ id: marker }]));
  });
});

describe('rows deleted with their chat', () => {
  it('are not told where the transaction says so, from then on', async () => {
    const chat = await addSession(server.ctx, vendor, visitor);
    const [first, second] = [
      await say(server.ctx, chat, visitor, 'told'),
      await say(server.ctx, chat, visitor, 'not told'),
    ];
    const { events } = await watchLive(clientOf(server, vendor), [
      { event: 'DELETE', table: 'messages' },
      { event: 'DELETE', table: 'scanned_cards' },
    ]);
    await server.ctx.db.transaction(async (tx) => {
      await tx.query('delete from messages where id = $1', [first]);
      await deleteChatsSilently(tx);
      await tx.query('delete from messages where id = $1', [second]);
    });
    const last = await say(server.ctx, chat, visitor, 'told again');
    await server.sql('delete from messages where id = $1', [last]);
    const marker = await deleteMarker(vendor);
    await eventually(() => expect(events.map(({ old }) => old.id)).toEqual([first, last, marker]));
  });
});

describe('a row deleted through another process', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  const processes: ServerProcess[] = [];
  afterAll(async () => {
    for (const process of processes) await process.stop();
    await database?.drop();
  });

  it('is told to its owner there and to no one else', async () => {
    database = await createDatabase();
    const [one, two] = [await startProcess(database.url), await startProcess(database.url)];
    processes.push(one, two);
    const owner = await addGuest(one.ctx, 'vendor', 'Amal');
    const other = await addGuest(one.ctx, 'vendor', 'Omar');
    const cards = { event: 'DELETE', table: 'scanned_cards' };
    const own = await watchLive(clientOf(two, owner), [cards]);
    const foreign = await watchLive(clientOf(two, other), [cards]);
    for (const { profileId } of [owner, other]) {
      await one.ctx.db.query('insert into scanned_cards (owner_id, name) values ($1, $2)', [profileId, 'x']);
      await one.ctx.db.query('delete from scanned_cards where owner_id = $1', [profileId]);
    }
    await eventually(() => expect(foreign.events).toHaveLength(1));
    await eventually(() => expect(own.events).toHaveLength(1));
    expect(own.events[0]?.old).not.toEqual(foreign.events[0]?.old);
  });
});
