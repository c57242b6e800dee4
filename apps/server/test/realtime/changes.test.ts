import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  runScript,
  say,
  watch,
  watchLive,
} from './fair.ts';

let server: TestServer;
let vendor: Guest;
let visitor: Guest;
let stranger: Guest;
let sessionId: string;

beforeAll(async () => {
  server = await startTestServer();
  vendor = await addGuest(server.ctx, 'vendor', 'Amal');
  visitor = await addGuest(server.ctx, 'visitor', 'Wei');
  stranger = await addGuest(server.ctx, 'visitor', 'Stranger');
  sessionId = await addSession(server.ctx, vendor, visitor);
});
afterEach(releaseClients);
afterAll(() => server?.stop());

describe('database changes', () => {
  it('reach both people of a session and no one else', async () => {
    const own = await addSession(server.ctx, vendor, stranger);
    const all = [{ table: 'messages' }];
    const [byVendor, byVisitor, byStranger] = await Promise.all(
      [vendor, visitor, stranger].map((guest) => watchLive(clientOf(server, guest), all)),
    );
    const first = await say(server.ctx, sessionId, visitor, '你好');
    const marker = await say(server.ctx, own, stranger, 'for the vendor and the stranger');
    await eventually(() => {
      expect(byVendor?.events.map(({ new: { id } }) => id)).toEqual([first, marker]);
      expect(byVisitor?.events.map(({ new: { id } }) => id)).toEqual([first]);
      // The order is stable, so an event from before the marker would come first.
      expect(byStranger?.events.map(({ new: { id } }) => id)).toEqual([marker]);
    });
  });

  it('tell inserts, updates and deletes as the protocol lays them out', async () => {
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    const id = await say(server.ctx, sessionId, visitor, 'Good morning');
    await server.sql(`update messages set translated_content = '早上好' where id = $1`, [id]);
    // Visibility is checked while the row exists: a row deleted before that is reported as deleted
    // only.
    await eventually(() => expect(events).toHaveLength(2));
    await server.sql('delete from messages where id = $1', [id]);
    await eventually(() => expect(events).toHaveLength(3));
    const [inserted, updated, deleted] = events;
    expect(inserted).toEqual({
      schema: 'public',
      table: 'messages',
      eventType: 'INSERT',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      errors: null,
      new: {
        id,
        session_id: sessionId,
        sender_id: visitor.profileId,
        recipient_id: vendor.profileId,
        content: 'Good morning',
        translated_content: null,
        type: 'text',
        source_language: 'en',
        target_language: null,
        duration_ms: null,
        transcript: null,
        translation_engine: null,
        file_name: null,
        file_size: null,
        picture_width: null,
        picture_height: null,
        reply_to: null,
        is_reply: false,
        said_by: null,
        product: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
      old: {},
    });
    expect(updated).toMatchObject({
      eventType: 'UPDATE',
      new: { id, translated_content: '早上好' },
      old: { id },
    });
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } });
    expect(deleted?.old).toEqual({ id });
  });

  it('are cut down by event and filter', async () => {
    const other = await addSession(server.ctx, vendor, visitor);
    const client = clientOf(server, vendor);
    const filtered = await watchLive(client, [{ table: 'messages', filter: `session_id=eq.${other}` }]);
    const updates = await watchLive(client, [{ event: 'UPDATE', table: 'messages' }]);
    const two = await watchLive(client, [
      { table: 'messages', filter: `session_id=in.(${sessionId},${other}),content=like.Stand %` },
    ]);
    await say(server.ctx, sessionId, visitor, 'elsewhere');
    const id = await say(server.ctx, other, visitor, 'Stand 12');
    await server.sql(`update messages set translated_content = 'x' where id = $1`, [id]);
    await eventually(() => expect(two.events).toHaveLength(2));
    await eventually(() => expect(filtered.events).toHaveLength(2));
    await server.sql('delete from messages where id = $1', [id]);
    await eventually(() => {
      expect(filtered.events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
      expect(updates.events.map(({ new: row }) => row.id)).toEqual([id]);
      // Row-level security cannot check a deleted row: filters would reveal its content.
      expect(two.events.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE']);
    });
  });

  it('reach every binding of a channel that they match', async () => {
    const { events } = await watchLive(clientOf(server, visitor), [
      { event: 'INSERT', table: 'messages' },
      { event: '*', table: 'messages', filter: `session_id=eq.${sessionId}` },
      { event: 'UPDATE', table: 'messages' },
    ]);
    const id = await say(server.ctx, sessionId, vendor, 'both');
    await eventually(() => expect(events.map(({ new: row }) => row.id)).toEqual([id, id]));
  });

  it('of a large row come whole', async () => {
    const { events } = await watchLive(clientOf(server, vendor), [
      { table: 'messages', filter: `session_id=eq.${sessionId}` },
    ]);
    const content = '展台'.repeat(2500);
    const translated = 'الجناح '.repeat(2500);
    const id = await say(server.ctx, sessionId, visitor, content);
    await eventually(() => expect(events).toHaveLength(1));
    await server.sql('update messages set translated_content = $2 where id = $1', [id, translated]);
    await eventually(() => expect(events).toHaveLength(2));
    await server.sql('delete from messages where id = $1', [id]);
    await eventually(() => expect(events).toHaveLength(3));
    expect(events[0]?.new.content).toBe(content);
    expect(events[1]?.new.translated_content).toBe(translated);
    expect(events[2]?.old).toEqual({ id });
  });

  it('keep the order of the commits', async () => {
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    const sent: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      // Every tenth is large.
      sent.push(
        await say(server.ctx, sessionId, visitor, n % 10 === 0 ? `${n} ${'长'.repeat(4900)}` : `${n}`),
      );
    }
    await eventually(() => expect(events).toHaveLength(200));
    expect(events.map(({ new: { id } }) => id)).toEqual(sent);
  });

  it('committed together come together, in order', async () => {
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    await server.sql(
      `insert into messages (session_id, sender_id, content) select $1, $2, n::text from generate_series(1, 1200) n`,
      [sessionId, visitor.profileId],
    );
    await eventually(() => expect(events).toHaveLength(1200));
    expect(events.map(({ new: { content } }) => content)).toEqual(
      Array.from({ length: 1200 }, (_, n) => `${n + 1}`),
    );
  });

  it('are judged by the rights at the moment: joining a session opens its messages', async () => {
    const [session] = await server.sql<{ id: string }>(
      'insert into sessions (vendor_id) values ($1) returning id',
      [vendor.profileId],
    );
    const { events } = await watchLive(clientOf(server, stranger), [{ table: 'messages' }]);
    const own = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    const early = await say(server.ctx, session?.id ?? '', vendor, 'nobody here yet');
    // One batch is judged for all subscribers: when the vendor has it, the stranger has been
    // refused it.
    await eventually(() => expect(own.events.map(({ new: { id } }) => id)).toContain(early));
    await server.sql('update sessions set visitor_id = $2 where id = $1', [session?.id, stranger.profileId]);
    const seen = await say(server.ctx, session?.id ?? '', vendor, 'welcome');
    await eventually(() => expect(events.map(({ new: { id } }) => id)).toContain(seen));
    expect(events.map(({ new: { content } }) => content)).toEqual(['welcome']);
  });

  it('do not tell the publishable key more than that something happened', async () => {
    const { events } = await watchLive(clientOf(server), [{ table: 'messages' }]);
    await say(server.ctx, sessionId, vendor, 'not for the public');
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ new: {}, old: {}, errors: ['Error 401: Unauthorized'] });
  });
});

describe('tables of every kind', () => {
  beforeAll(() =>
    runScript(
      server.databaseUrl,
      `
      create table stands (id bigint primary key, name text, price numeric, secret text);
      create table notes (id int primary key, body text);
      revoke all on stands from authenticated;
      grant select (id, name, price) on stands to authenticated;
      grant select on notes to authenticated;
      alter publication supabase_realtime add table stands, notes`,
    ),
  );

  it('become live when they are published while the server runs', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table offers (id bigint primary key, name text, price numeric, tags text[], extra jsonb, secret text);
      revoke all on offers from authenticated;
      grant select (id, name, price, tags, extra) on offers to authenticated`,
    );
    const client = clientOf(server, vendor);
    const early = watch(client, [{ table: 'offers' }]);
    await eventually(() => expect(early.system).toHaveLength(1));
    expect(early.system[0]).toMatchObject({ extension: 'postgres_changes', status: 'error' });
    expect(early.system[0]?.message).toMatch(/^Unable to subscribe to changes with given parameters/);
    expect(early.statuses).toEqual(['SUBSCRIBED']);

    await server.sql('alter publication supabase_realtime add table offers');
    const { events } = await watchLive(client, [{ table: 'offers' }]);
    await server.sql(
      `insert into offers values (9007199254740993, 'A', 12.50, '{x,y}', '{"a": [1]}', 'not for you')`,
    );
    await eventually(() => expect(events).toHaveLength(1));
    // The client makes numbers of numbers; what travelled is looked at in the protocol tests.
    expect(events[0]?.new).toEqual({
      id: 9007199254740992,
      name: 'A',
      price: 12.5,
      tags: ['x', 'y'],
      extra: { a: [1] },
    });
  });

  it('refuse filters and selections on columns that the subscriber may not read', async () => {
    const client = clientOf(server, vendor);
    for (const wanted of [
      { table: 'stands', filter: 'secret=like.n%' },
      { table: 'stands', filter: 'no_such=eq.1' },
      { table: 'stands', filter: 'price=eq.cheap' },
      { table: 'stands', select: ['id', 'secret'] },
      { table: '*', filter: 'id=eq.1' },
      { event: 'TRUNCATE', table: 'stands' },
      { schema: 'auth', table: 'users' },
    ]) {
      const { system, statuses } = watch(client, [wanted]);
      await eventually(() => expect(system).toHaveLength(1));
      expect(system[0]).toMatchObject({ status: 'error', extension: 'postgres_changes' });
      expect(statuses).toEqual(['SUBSCRIBED']);
    }
  });

  it('are refused for patterns that take too long to compile, until there is time', async () => {
    const watched = watch(
      clientOf(server, vendor),
      Array.from({ length: 20 }, (_, n) => ({
        table: 'messages',
        filter: `content=imatch.[^x]{60}${n}y,content=not.imatch.[^x]{60}${n}z`,
      })),
    );
    await eventually(() => expect(watched.errors[0]).toContain('Patterns of filters take too much time'));
    expect(watched.system).toEqual([]);
  });

  it('interrupt who has patterns that take too long to match, and reach everyone else', async () => {
    const { system } = await watchLive(
      clientOf(server, vendor),
      Array.from({ length: 10 }, (_, n) => ({
        table: 'messages',
        filter: `content=not.like.${'%a'.repeat(10)}${n}`,
      })),
    );
    const other = await watchLive(clientOf(server, visitor), [
      { table: 'messages', filter: `session_id=eq.${sessionId}` },
    ]);
    const id = await say(server.ctx, sessionId, vendor, 'a'.repeat(5_000));
    await eventually(() => expect(other.events.map(({ new: row }) => row.id)).toEqual([id]));
    await eventually(() =>
      expect(system).toContainEqual(
        expect.objectContaining({
          status: 'error',
          message: expect.stringContaining('Patterns of filters take too much time'),
        }),
      ),
    );
  });

  it('send only selected columns', async () => {
    const { events } = await watchLive(clientOf(server, vendor), [
      { table: 'stands', select: ['id', 'name'] },
    ]);
    await server.sql(`insert into stands values (2, 'B', 1)`);
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]?.new).toEqual({ id: 2, name: 'B' });
  });

  it('with a key of several columns, of other names and types', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table "Odd ""Table" ("the day" date, no int, at timestamptz, body text, primary key (at, "the day", no));
      alter table "Odd ""Table" enable row level security;
      create policy odd on "Odd ""Table" for select to authenticated using (no < 10);
      grant select on "Odd ""Table" to authenticated;
      alter publication supabase_realtime add table "Odd ""Table"`,
    );
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'Odd "Table' }]);
    await runScript(
      server.databaseUrl,
      `
      insert into "Odd ""Table" values
        ('2026-01-01', 1, '2026-01-01 10:00:00.123456+03', 'a'), ('2026-01-01', 11, now(), 'hidden'),
        ('2026-01-02', 2, 'infinity', repeat('x', 9000))`,
    );
    await eventually(() => expect(events).toHaveLength(2));
    expect(events.map(({ new: { no } }) => no)).toEqual([1, 2]);
    expect(events[1]?.new.body).toHaveLength(9000);
  });

  it('tell the whole old row with REPLICA IDENTITY FULL, but not of a deleted one under row-level security', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table memos (id int primary key, body text);
      alter table memos replica identity full;
      alter table memos enable row level security;
      create policy memos on memos for select to authenticated using (true);
      grant select on memos to authenticated;
      alter publication supabase_realtime add table memos`,
    );
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'memos' }]);
    await server.sql(`insert into memos values (1, 'a')`);
    await server.sql(`update memos set body = 'b'`);
    await eventually(() => expect(events).toHaveLength(2));
    await server.sql('delete from memos');
    // The rights at the moment of telling decide.
    await eventually(() => expect(events).toHaveLength(3));
    await server.sql('alter table memos disable row level security');
    await runScript(server.databaseUrl, `insert into memos values (2, 'c'); delete from memos`);
    await eventually(() => expect(events).toHaveLength(4));
    expect(events.map(({ old }) => old)).toEqual([{}, { id: 1, body: 'a' }, { id: 1 }, { id: 2, body: 'c' }]);
  });

  it('without a key say so', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table keyless (body text);
      grant select on keyless to authenticated;
      alter publication supabase_realtime add table keyless`,
    );
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'keyless' }]);
    await server.sql(`insert into keyless values ('a')`);
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ new: {}, errors: ['Error 400: Bad Request, no primary key'] });
  });

  it('with a row over 1 MiB give its short values and say why', async () => {
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'notes' }]);
    await server.sql(`insert into notes values (3, repeat('x', 1100000))`);
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ new: { id: 3 }, errors: ['Error 413: Payload Too Large'] });
    expect(events[0]?.new).toEqual({ id: 3 });
  });

  it('are all heard with a star for the table', async () => {
    const { events } = await watchLive(clientOf(server, vendor), [{ table: '*' }]);
    await server.sql(`insert into notes values (4, 'd')`);
    await say(server.ctx, sessionId, visitor, 'starry');
    await eventually(() => expect(events).toHaveLength(2));
    expect(events.map(({ table }) => table)).toEqual(['notes', 'messages']);
  });

  it('with a long key come whole', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table wide (id text primary key);
      grant select on wide to authenticated;
      alter publication supabase_realtime add table wide`,
    );
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'wide' }]);
    await server.sql(`insert into wide values (repeat('a', 100000))`);
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]?.new.id).toHaveLength(100_000);
  });

  it('keep a large value that an update leaves as it was, with REPLICA IDENTITY FULL', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table papers (id int primary key, body text, read boolean not null default false);
      alter table papers alter column body set storage external;
      alter table papers replica identity full;
      grant select on papers to authenticated;
      alter publication supabase_realtime add table papers`,
    );
    const { events } = await watchLive(clientOf(server, vendor), [{ event: 'UPDATE', table: 'papers' }]);
    await server.sql(`insert into papers values (1, repeat('x', 20000))`);
    await server.sql('update papers set read = true');
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]?.new).toEqual({ id: 1, body: 'x'.repeat(20_000), read: true });
  });

  it('hide a deleted row whose policies look at columns that the log did not keep', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table tickets (id int primary key, holder text not null default 'all', visible boolean);
      alter table tickets enable row level security;
      create policy tickets on tickets for select to authenticated using (visible is not true);
      grant select on tickets to authenticated;
      alter publication supabase_realtime add table tickets`,
    );
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'tickets' }]);
    await server.sql('insert into tickets (id) values (1), (2)');
    await eventually(() => expect(events).toHaveLength(2));
    // With the key alone, the policy would find null and let the deletion pass.
    await server.sql('delete from tickets where id = 1');
    await server.sql('alter table tickets replica identity full');
    await server.sql('delete from tickets where id = 2');
    await eventually(() => expect(events).toHaveLength(3));
    expect(events[2]).toMatchObject({ eventType: 'DELETE', old: { id: 2 } });
  });

  it('hide a deleted row whose policies take the whole row, unless the log kept it', async () => {
    await runScript(
      server.databaseUrl,
      `
      create table badges (id int primary key, hidden boolean);
      create function may_see(badges) returns boolean language sql stable as 'select $1.hidden is not true';
      alter table badges enable row level security;
      create policy badges on badges for select to authenticated using (may_see(badges));
      grant select on badges to authenticated;
      alter publication supabase_realtime add table badges`,
    );
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'badges' }]);
    await server.sql('insert into badges values (1), (2)');
    await eventually(() => expect(events).toHaveLength(2));
    await server.sql('delete from badges where id = 1');
    await server.sql('alter table badges replica identity full');
    await server.sql('delete from badges where id = 2');
    await eventually(() => expect(events).toHaveLength(3));
    expect(events[2]).toMatchObject({ eventType: 'DELETE', old: { id: 2 } });
  });
});
