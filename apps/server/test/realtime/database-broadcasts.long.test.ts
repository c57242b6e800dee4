import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../harness.ts';
import {
  addGuest,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  runScript,
  type ServerProcess,
  startProcess,
} from './fair.ts';
import { openRaw, type RawSocket } from './raw-socket.ts';

let database: { url: string; drop(): Promise<void> };
let one: ServerProcess;
let two: ServerProcess;
let guest: Guest;
const open: RawSocket[] = [];

beforeAll(async () => {
  database = await createDatabase();
  await runScript(
    database.url,
    `create policy "hear" on realtime.messages for select to authenticated using (realtime.topic() like 'hall:%');
     create table public.stalls (id int primary key, name text);
     create function public.tell_stalls() returns trigger language plpgsql security definer as $$
       begin
         perform realtime.broadcast_changes(
           'hall:stalls', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
         return null;
       end $$;
     create trigger tell after insert or update or delete on public.stalls
       for each row execute function public.tell_stalls();`,
  );
  one = await startProcess(database.url, { env: { REALTIME_MAX_MESSAGE_BYTES: '60000' } });
  two = await startProcess(database.url);
  guest = await addGuest(one.ctx, 'visitor');
});
afterEach(async () => {
  for (const raw of open.splice(0)) raw.ws.terminate();
  await releaseClients();
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  await database?.drop();
});

interface Heard {
  event: string;
  payload: Record<string, unknown>;
  meta?: { id?: string; replayed?: boolean };
}

interface Listener {
  heard: Heard[];
  statuses: string[];
}

/** Hears private broadcasts, unless told otherwise. */
async function listener(server: ServerProcess, name: string, config: object = {}): Promise<Listener> {
  const channel = clientOf(server, guest).channel(name, { config: { private: true, ...config } });
  const made: Listener = { heard: [], statuses: [] };
  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
    made.heard.push({ event, payload, ...(meta ? { meta } : {}) }),
  );
  channel.subscribe((status) => made.statuses.push(status));
  await eventually(() => expect(made.statuses).toEqual(['SUBSCRIBED']));
  return made;
}

function newHall(): string {
  return `hall:${randomUUID()}`;
}

/** Sends as the database's owner; each text of JSON is one message of one transaction. */
async function send(topic: string, ...payloads: string[]): Promise<void> {
  await one.ctx.db.query(`select realtime.send(p::jsonb, 'news', $1) from unnest($2::text[]) p`, [
    topic,
    payloads,
  ]);
}

/** Waits until both processes have told all that was sent before. */
async function allTold(): Promise<void> {
  const hall = newHall();
  const listeners = [await listener(one, hall), await listener(two, hall)];
  await send(hall, '{"n": 0}');
  for (const each of listeners) await eventually(() => expect(numbers(each)).toEqual([0]));
}

function numbers({ heard }: Listener): unknown[] {
  return heard.map(({ payload }) => payload.n);
}

async function replied(name: string, config: object): Promise<unknown> {
  const socket = await openRaw(one);
  open.push(socket);
  return (await socket.join(`realtime:${name}`, config, { access_token: guest.token })).payload;
}

describe('realtime.send', () => {
  it('reaches the private channel on every process, with the id of the message', async () => {
    const hall = newHall();
    const listeners = [await listener(one, hall), await listener(two, hall)];
    const street = await listener(one, hall, { private: false });
    await send(hall, '{"n": 12345678901234567890}');
    const [row] = await one.ctx.db.query<{ id: string; payload: object }>(
      'select id, payload from realtime.messages where topic = $1',
      [hall],
    );
    for (const { heard } of listeners) {
      await eventually(() => expect(heard).toHaveLength(1));
      expect(heard[0]).toEqual({ event: 'news', payload: row?.payload, meta: { id: row?.id } });
      expect(heard[0]?.payload.id).toBe(row?.id);
    }
    await one.ctx.db.query(`select realtime.send('{"id": "own"}', 'news', $1, false)`, [hall]);
    await eventually(() => expect(street.heard.map(({ payload }) => payload)).toEqual([{ id: 'own' }]));
    expect(listeners.map(({ heard }) => heard.length)).toEqual([1, 1]);
  });

  it('keeps the order, also of messages too large for a notification', async () => {
    const hall = newHall();
    const [here, there] = [await listener(one, hall), await listener(two, hall)];
    const large = JSON.stringify({ n: 2, text: 'الجناح '.repeat(4000) });
    await send(hall, '{"n": 1}', large, '{"n": 3}', large.replace('2', '4'), '{"n": 5}');
    for (const each of [here, there]) {
      await eventually(() => expect(numbers(each)).toEqual([1, 2, 3, 4, 5]));
      expect(each.heard[1]?.payload.text).toBe('الجناح '.repeat(4000));
    }
  });

  it('speaks to clients of version 1', async () => {
    const hall = newHall();
    const socket = await openRaw(one, '1.0.0');
    open.push(socket);
    await socket.join(`realtime:${hall}`, { private: true }, { access_token: guest.token });
    await send(hall, '{"id": "mine"}');
    expect((await socket.frame(({ event }) => event === 'broadcast')).payload).toEqual({
      type: 'broadcast',
      event: 'news',
      payload: { id: 'mine' },
      meta: { id: expect.stringMatching(/^[\da-f-]{36}$/) },
    });
  });

  it('sends nothing when the transaction is undone', async () => {
    const hall = newHall();
    const each = await listener(one, hall);
    const undone = one.ctx.db.transaction(async (tx) => {
      await tx.query(`select realtime.send('{"n": 1}', 'news', $1)`, [hall]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await send(hall, '{"n": 2}');
    await eventually(() => expect(numbers(each)).toEqual([2]));
  });

  it('is a warning without the right to write, and the transaction goes on', async () => {
    const hall = newHall();
    const each = await listener(one, hall);
    const claims = { role: 'authenticated', sub: guest.userId };
    const [row] = await one.ctx.db.request<{ done: string }>(
      { role: 'authenticated', claims },
      { text: `select realtime.send('{"n": 1}', 'news', $1)::text as done`, values: [hall] },
    );
    expect(row).toEqual({ done: '' });
    await send(hall, '{"n": 2}');
    await eventually(() => expect(numbers(each)).toEqual([2]));
  });

  it('leaves out what is larger than this server takes', async () => {
    const hall = newHall();
    const each = await listener(one, hall);
    await send(hall, JSON.stringify({ n: 1, text: 'x'.repeat(60_000) }), '{"n": 2}');
    await eventually(() => expect(numbers(each)).toEqual([2]));
  });

  it('is heard once although the connection that listens was lost, and no client notices', async () => {
    const hall = newHall();
    await send(hall, '{"n": "before they came"}');
    await allTold();
    const [here, there] = [await listener(one, hall), await listener(two, hall)];
    await send(hall, '{"n": 1}');
    await eventually(() => expect(numbers(here)).toEqual([1]));
    await withoutListening(() => send(hall, '{"n": 2}', '{"n": 3}'));
    await send(hall, '{"n": 4}');
    for (const each of [here, there]) {
      await eventually(() => expect(numbers(each)).toEqual([1, 2, 3, 4]));
      expect(each.statuses).toEqual(['SUBSCRIBED']);
    }
  });

  it('is announced to a channel that wants to know from when on it arrives', async () => {
    const hall = newHall();
    const told: unknown[] = [];
    const heard: unknown[] = [];
    const channel = clientOf(one, guest).channel(hall, {
      config: { private: true, broadcast: { replication_ready: true } },
    });
    channel
      .on('system', {}, (payload) => told.push(payload))
      .on('broadcast', { event: 'news' }, ({ payload }) => heard.push(payload.n))
      .subscribe();
    await eventually(() =>
      expect(told).toEqual([
        { extension: 'system', status: 'ok', message: 'Replication connection established', channel: hall },
      ]),
    );
    await send(hall, '{"n": 1}');
    await eventually(() => expect(heard).toEqual([1]));
  });

  it('is kept for three days', async () => {
    const old = newHall();
    await one.ctx.db.execute(
      `insert into realtime.messages (topic, extension, event, private, inserted_at)
       select $1, 'broadcast', 'news', true, (now() at time zone 'utc') - d * interval '1 day' from unnest($2::float8[]) d`,
      [old, [2.9, 3.1]],
    );
    // Every process cleans up when it starts.
    const third = await startProcess(database.url);
    const kept = () => one.ctx.db.query('select 1 from realtime.messages where topic = $1', [old]);
    await eventually(async () => expect(await kept()).toHaveLength(1));
    await third.stop();
  });
});

describe('realtime.send_binary', () => {
  /** 0 to 255, again and again: no text. */
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, at) => at % 256));
  const sendBytes = (topic: string, payload: Buffer) =>
    one.ctx.db.query(`select realtime.send_binary($2, 'photo', $1)`, [topic, payload]);
  const heardBytes = ({ heard }: Listener) =>
    heard.map(({ payload }) => Buffer.from(payload as unknown as ArrayBuffer));

  it('reaches the channel on every process, also when too large for a notification', async () => {
    const hall = newHall();
    const listeners = [await listener(one, hall), await listener(two, hall)];
    for (const size of [0, 300, 5900, 6000, 50_000]) await sendBytes(hall, bytes(size));
    for (const each of listeners) {
      await eventually(() => expect(each.heard).toHaveLength(5));
      expect(heardBytes(each)).toEqual([0, 300, 5900, 6000, 50_000].map(bytes));
      expect(each.heard[0]).toMatchObject({ event: 'photo', meta: { id: expect.any(String) } });
    }
  });

  it('is told again on replay, and after the connection that listens was lost', async () => {
    const hall = newHall();
    await sendBytes(hall, bytes(300));
    const each = await listener(two, hall, { broadcast: { replay: { since: Date.now() - 600_000 } } });
    await withoutListening(async () => void (await sendBytes(hall, bytes(7))));
    await eventually(() => expect(heardBytes(each)).toEqual([bytes(300), bytes(7)]));
  });

  it('is left out for sockets of version 1, which go on', async () => {
    const hall = newHall();
    await sendBytes(hall, bytes(7));
    const socket = await openRaw(one, '1.0.0');
    open.push(socket);
    const config = { private: true, broadcast: { replay: { since: Date.now() - 600_000 } } };
    await socket.join(`realtime:${hall}`, config, { access_token: guest.token });
    await sendBytes(hall, bytes(7));
    await send(hall, '{"n": 1}');
    const told = await socket.frame(({ event }) => event === 'broadcast');
    expect(told.payload.payload).toMatchObject({ n: 1 });
    expect(socket.binaries).toEqual([]);
  });

  it('keeps a message to one kind of payload', async () => {
    const both = one.ctx.db.query(
      `insert into realtime.messages (topic, extension, event, payload, binary_payload) values ('x', 'broadcast', 'e', '{}', '')`,
    );
    await expect(both).rejects.toThrow(/messages_payload_exclusive/);
  });
});

/** Runs `work` while no process listens to the database. */
async function withoutListening(work: () => Promise<void>): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} with allow_connections false`);
    await eventually(async () => {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and application_name = 'dragoman-listen'`,
        [name],
      );
      expect(rowCount).toBe(0);
    });
    await work();
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  }
}

describe('realtime.broadcast_changes', () => {
  it('tells a private channel what happened to a row', async () => {
    const each = await listener(two, 'hall:stalls');
    await one.ctx.db.query(`insert into stalls values (1, 'Tea')`);
    await one.ctx.db.query(`update stalls set name = 'Coffee'`);
    await one.ctx.db.query('delete from stalls');
    await eventually(() => expect(each.heard).toHaveLength(3));
    const about = { schema: 'public', table: 'stalls', id: expect.any(String) };
    const [tea, coffee] = [
      { id: 1, name: 'Tea' },
      { id: 1, name: 'Coffee' },
    ];
    expect(each.heard.map(({ event, payload }) => ({ event, payload }))).toEqual([
      { event: 'INSERT', payload: { ...about, operation: 'INSERT', record: tea, old_record: null } },
      { event: 'UPDATE', payload: { ...about, operation: 'UPDATE', record: coffee, old_record: tea } },
      { event: 'DELETE', payload: { ...about, operation: 'DELETE', record: null, old_record: coffee } },
    ]);
  });

  it('refuses what is no change of a row', async () => {
    const call = (operation: string, level: string) =>
      one.ctx.db.query(
        `select realtime.broadcast_changes('hall:x', 'e', $1, 'stalls', 'public', null::public.stalls, null::public.stalls, $2)`,
        [operation, level],
      );
    await expect(call('TRUNCATE', 'ROW')).rejects.toThrow(/Unexpected operation type: TRUNCATE/);
    await expect(call('INSERT', 'STATEMENT')).rejects.toThrow(/each row/);
  });
});

describe('replay', () => {
  const replay = (since: number, limit?: number) => ({ broadcast: { replay: { since, limit } } });

  it('tells again what was sent since, the newest, oldest first', async () => {
    const hall = newHall();
    await one.ctx.db.execute(
      `insert into realtime.messages (topic, extension, event, private, payload, inserted_at)
       values ($1, 'broadcast', 'news', true, '{"n": 0}', (now() at time zone 'utc') - interval '1 hour')`,
      [hall],
    );
    await one.ctx.db.query(`select realtime.send('{"n": "public"}', 'news', $1, false)`, [hall]);
    await send(hall, '{"n": 1}', '{"n": 2}', '{"n": 3}');
    const all = await listener(two, hall, replay(Date.now() - 600_000));
    await eventually(() => expect(numbers(all)).toEqual([1, 2, 3]));
    expect(all.heard.every(({ meta }) => meta?.replayed === true && typeof meta.id === 'string')).toBe(true);
    const newest = await listener(one, hall, replay(Date.now() - 600_000, 2));
    await send(hall, '{"n": 4}');
    await eventually(() => expect(numbers(newest)).toEqual([2, 3, 4]));
    expect(newest.heard.at(-1)?.meta?.replayed).toBeUndefined();
  });

  it('never tells more than 25', async () => {
    const hall = newHall();
    await send(hall, ...Array.from({ length: 30 }, (_, n) => `{"n": ${n}}`));
    await allTold();
    const each = await listener(one, hall, replay(0, 25));
    await eventually(() => expect(numbers(each)).toEqual(Array.from({ length: 25 }, (_, n) => n + 5)));
  });

  it('passes into what is live with nothing twice and nothing left out', async () => {
    const hall = newHall();
    const sending = (async () => {
      for (let n = 1; n <= 60; n += 1) await send(hall, `{"n": ${n}}`);
    })();
    const each = await listener(one, hall, replay(0, 25));
    await sending;
    await eventually(() => expect(numbers(each).at(-1)).toBe(60));
    const first = Number(numbers(each)[0]);
    expect(numbers(each)).toEqual(Array.from({ length: 61 - first }, (_, at) => first + at));
  });

  it('is not repeated by a notification that comes late', async () => {
    const [hall, id] = [newHall(), randomUUID()];
    // Applies it as a replica does: without the trigger that notifies.
    await runScript(
      database.url,
      `begin; set local session_replication_role = replica;
       insert into realtime.messages (id, topic, extension, event, private, payload)
         values ('${id}', '${hall}', 'broadcast', 'news', true, '{"n": 1}');
       commit;`,
    );
    const each = await listener(one, hall, replay(0));
    const header = JSON.stringify({ id, topic: hall, event: 'news', private: true });
    await one.ctx.db.query(`select pg_notify('dragoman_cluster', $1)`, [
      `database broadcast 0/1\n${header}\n{"n": 1}`,
    ]);
    await send(hall, '{"n": 2}');
    await eventually(() => expect(numbers(each)).toEqual([1, 2]));
  });

  it('is for private channels, and with a moment to begin at', async () => {
    expect(await replied('hall:x', { broadcast: { replay: { since: 0 } } })).toEqual({
      status: 'error',
      response: { reason: 'UnableToReplayMessages: Replay is not allowed for public channels' },
    });
    for (const wrong of [{}, { since: 'yesterday' }, { since: -1 }, { since: 1e300 }, 'all']) {
      expect(await replied('hall:x', { private: true, broadcast: { replay: wrong } })).toEqual({
        status: 'error',
        response: { reason: 'UnableToReplayMessages: Replay params are not valid' },
      });
    }
  });
});
