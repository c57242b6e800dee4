import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../scripts/lib/free-port.ts';
import { createDatabase } from '../harness.ts';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  runScript,
  type ServerProcess,
  say,
  startProcess,
  subscribed,
  watchLive,
} from './fair.ts';
import { openRaw } from './raw-socket.ts';

const processes: ServerProcess[] = [];
const databases: Array<{ drop(): Promise<void> }> = [];

afterEach(async () => {
  await releaseClients();
  for (const one of processes.splice(0)) await one.stop();
  for (const database of databases.splice(0)) await database.drop();
});

async function database(): Promise<string> {
  const made = await createDatabase();
  databases.push(made);
  return made.url;
}

async function start(url: string, options?: Parameters<typeof startProcess>[1]): Promise<ServerProcess> {
  const started = await startProcess(url, options);
  processes.push(started);
  return started;
}

async function stop(server: ServerProcess): Promise<void> {
  processes.splice(processes.indexOf(server), 1);
  await server.stop();
}

async function chat(server: ServerProcess): Promise<{ vendor: Guest; visitor: Guest; sessionId: string }> {
  const vendor = await addGuest(server.ctx, 'vendor');
  const visitor = await addGuest(server.ctx, 'visitor');
  return { vendor, visitor, sessionId: await addSession(server.ctx, vendor, visitor) };
}

/**
 * Commits a statement and locks `messages` in the same moment, so that the server cannot read a
 * single row until the lock is released. Without the lock a fast machine delivers the changes as
 * quickly as they arrive.
 *
 * @returns a function that releases the lock
 */
async function commitWhileReadersWait(databaseUrl: string, statement: string): Promise<() => Promise<void>> {
  const writer = new pg.Client({ connectionString: databaseUrl });
  const holder = new pg.Client({ connectionString: databaseUrl });
  await Promise.all([writer.connect(), holder.connect()]);
  await writer.query('begin');
  await writer.query(statement);
  // PostgreSQL hands the lock to the holder before other sessions see the commit.
  const locked = holder.query('begin; lock table public.messages in access exclusive mode');
  await eventually(async () => {
    const { rowCount } = await writer.query(
      `select from pg_locks where not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rowCount).toBeGreaterThan(0);
  });
  await writer.query('commit');
  await Promise.all([locked, writer.end()]);
  return () => holder.end();
}

describe('realtime', () => {
  it('is shared by two processes on one database', async () => {
    const url = await database();
    const [one, two] = [await start(url), await start(url)];
    const { vendor, visitor, sessionId } = await chat(one);
    const here = await watchLive(clientOf(one, vendor), [{ table: 'messages' }]);
    const there = await watchLive(clientOf(two, visitor), [{ table: 'messages' }]);
    await say(one.ctx, sessionId, vendor, 'from one');
    await say(two.ctx, sessionId, visitor, 'from two');
    for (const { events } of [here, there]) {
      await eventually(() =>
        expect(events.map(({ new: row }) => row.content)).toEqual(['from one', 'from two']),
      );
    }
  });

  it('makes clients join again when it may have missed something', async () => {
    const server = await start(await database());
    const { vendor, visitor, sessionId } = await chat(server);
    const watched = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    // One transaction: the message is committed while this server's reader is disconnected.
    await server.ctx.db.transaction(async (tx) => {
      await tx.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where application_name = 'dragoman-feed' and datname = current_database()`,
      );
      await tx.query('insert into messages (session_id, sender_id, content) values ($1, $2, $3)', [
        sessionId,
        visitor.profileId,
        'missed',
      ]);
    });
    await subscribed(watched, 2);
    expect(watched.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
    await say(server.ctx, sessionId, visitor, 'heard');
    await eventually(() => expect(watched.events.at(-1)?.new.content).toBe('heard'));
  });

  it('sends clients away when it stops and has them back when it starts', async () => {
    const url = await database();
    // No outgoing connection takes the port of this kind while the server is away.
    const first = await start(url, { port: await freePort() });
    const { vendor, visitor, sessionId } = await chat(first);
    const watched = await watchLive(clientOf(first, vendor), [{ table: 'messages' }]);
    const raw = await openRaw(first);
    await stop(first);
    expect(await raw.closed).toEqual({ code: 1012, reason: 'service restart' });
    await eventually(() => expect(watched.statuses).toContain('CHANNEL_ERROR'));
    const second = await start(url, { port: first.port });
    await subscribed(watched, 2);
    await say(second.ctx, sessionId, visitor, 'welcome back');
    await eventually(() => expect(watched.events.at(-1)?.new.content).toBe('welcome back'));
  });

  it('closes a client that does not read, and serves the others', {
    timeout: 240_000,
  }, async () => {
    const url = await database();
    const server = await start(url, { env: { REALTIME_SEND_BUFFER_BYTES: String(512 * 1024) } });
    const { vendor, visitor, sessionId } = await chat(server);
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'messages' }] };
    const slow = await openRaw(server);
    await slow.join('realtime:slow', config, { access_token: vendor.token });
    const quick = await watchLive(clientOf(server, visitor), [{ table: 'messages' }]);
    slow.ws.pause();
    // 18 MB, more than the system's own buffers take; at a time no more than the server's buffer,
    // which the quick client has emptied by the next time.
    for (let sent = 20; sent <= 1200; sent += 20) {
      await runScript(
        url,
        `insert into messages (session_id, sender_id, content)
         select '${sessionId}', '${visitor.profileId}', repeat('慢', 5000) from generate_series(1, 20)`,
      );
      await eventually(() => expect(quick.events).toHaveLength(sent), 60_000);
    }
    slow.ws.resume();
    const { code, reason } = await slow.closed;
    // The farewell is lost where the client reads on later than ten seconds after it.
    expect([1006, 1013]).toContain(code);
    if (code === 1013) expect(reason).toMatch(/^slow consumer/);
    expect(slow.frames.filter(({ event }) => event === 'postgres_changes').length).toBeLessThan(1200);
    expect(quick.statuses).toEqual(['SUBSCRIBED']);
  });

  it('refuses sockets beyond its limit', async () => {
    const server = await start(await database(), { env: { REALTIME_MAX_SOCKETS: '1' } });
    const first = await openRaw(server);
    await expect(openRaw(server)).rejects.toThrow(/429/);
    first.ws.close();
    await first.closed;
    await eventually(async () => (await openRaw(server)).ws.terminate());
  });

  it('drops what is too much at once, and clients join again', { timeout: 60_000 }, async () => {
    const url = await database();
    const server = await start(url);
    const { vendor, visitor, sessionId } = await chat(server);
    const watched = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    const release = await commitWhileReadersWait(
      url,
      `insert into messages (session_id, sender_id, content)
       select '${sessionId}', '${visitor.profileId}', 'x' from generate_series(1, 21000)`,
    );
    await eventually(() => expect(watched.statuses).toContain('CHANNEL_ERROR'), 30_000);
    await release();
    await subscribed(watched, 2);
    expect(watched.statuses).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
    await say(server.ctx, sessionId, visitor, 'after the flood');
    await eventually(() => expect(watched.events.at(-1)?.new.content).toBe('after the flood'));
  });

  it('passes over messages in the log that are none of its own', async () => {
    const server = await start(await database());
    const { vendor, visitor, sessionId } = await chat(server);
    const { events } = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    for (const prefix of ['', 'other', 'dragoman.silent_deletes']) {
      await server.ctx.db.query(`select pg_logical_emit_message(true, $1, 'junk')`, [prefix]);
      await server.ctx.db.query(`select pg_logical_emit_message(false, $1, 'public.messages')`, [prefix]);
    }
    const id = await say(server.ctx, sessionId, visitor, 'fine');
    await server.ctx.db.query('delete from messages where id = $1', [id]);
    await eventually(() =>
      expect(events.map(({ eventType, ...row }) => [eventType, row.new.id ?? row.old.id])).toContainEqual([
        'DELETE',
        id,
      ]),
    );
  });
});
