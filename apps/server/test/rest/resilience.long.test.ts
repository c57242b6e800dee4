import net from 'node:net';
import { listen } from '@dragoman/supabase-server/http/listen';
import { TEST_MASTER_KEY } from '@dragoman/supabase-server/test/harness';
import { raw, reloadSchema, runScript } from '@dragoman/supabase-server/test/rest/fixture';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { freePort } from '../../../../scripts/lib/free-port.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { buildContext } from '../../src/context.ts';
import { startTestServer, type TestServer } from '../harness.ts';

/** A proxy to the database that can be closed, which cuts its connections, and opened again. */
interface Gate {
  url: string;
  open(): Promise<void>;
  close(): void;
}

async function openGate(databaseUrl: string): Promise<Gate> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const onward = net.connect(Number(target.port), target.hostname);
    for (const end of [socket, onward]) {
      sockets.add(end);
      end
        .on('error', () => undefined)
        .on('close', () => {
          socket.destroy();
          onward.destroy();
        });
    }
    socket.pipe(onward).pipe(socket);
  });
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // No outgoing connection takes a port of this kind while the gate is closed.
  const port = await freePort();
  await open(port);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    open: () => open(port),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
}

async function startBehind(databaseUrl: string) {
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    MASTER_KEY: TEST_MASTER_KEY,
  });
  const ctx = await buildContext(config, databaseUrl);
  const app = await createApp(ctx);
  const listening = await listen(app, { ...config, port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${listening.port}`;
  return {
    url,
    ctx,
    client: () =>
      createClient(url, ctx.apiKeys.publishable, {
        auth: { persistSession: false, autoRefreshToken: false },
        // Node 20 has no WebSocket of its own.
        realtime: { transport: WebSocket as never },
      }),
    async stop() {
      await listening.close();
      await ctx.db.close();
    },
  };
}

describe('a changed schema', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await runScript(server, `alter default privileges in schema public grant all on tables to anon`);
  });
  afterAll(() => server.stop());

  it('is known at once after a notification', async () => {
    expect((await raw(server, '/fresh')).status).toBe(404);
    await runScript(server, `create table public.fresh (id int primary key); notify pgrst, 'reload schema'`);
    await expect.poll(async () => (await raw(server, '/fresh')).status).toBe(200);
    await runScript(server, `alter table public.fresh add column name text; notify pgrst`);
    await expect.poll(async () => (await raw(server, '/fresh?select=name')).status).toBe(200);
  });

  it('is found without a notification when a request needs it', async () => {
    await runScript(server, 'create table public.unannounced (id int primary key)');
    await expect
      .poll(async () => (await raw(server, '/unannounced')).status, { timeout: 10_000, interval: 200 })
      .toBe(200);
  });

  it('shows new columns of * without any look', async () => {
    await runScript(server, 'create table public.wider (id int primary key, name text)');
    await reloadSchema(server, 'wider');
    expect((await raw(server, '/wider')).json).toEqual([]);
    await runScript(
      server,
      `insert into public.wider values (1, 'a'); alter table public.wider add column more int default 7`,
    );
    expect((await raw(server, '/wider')).json).toEqual([{ id: 1, name: 'a', more: 7 }]);
  });

  it('gives an error of the database where the cache is behind', async () => {
    await runScript(
      server,
      `create table public.gone (id int primary key);
       create table public.stale (id int primary key, name text, more int);
       insert into public.stale values (1, 'a', 7)`,
    );
    await reloadSchema(server, 'stale');
    await runScript(server, 'alter table public.stale drop column more');
    await expect.poll(async () => (await raw(server, '/stale?select=name')).status).toBe(200);
    // A type that changed without an update of the cache is noticed when the database refuses the
    // old one.
    await runScript(server, `alter table public.stale alter column name type jsonb using to_jsonb(name)`);
    await expect
      .poll(async () => (await raw(server, '/stale?name=cs."a"&select=id')).json, {
        timeout: 10_000,
        interval: 200,
      })
      .toEqual([{ id: 1 }]);
    await runScript(server, 'drop table public.gone');
    expect(await raw(server, '/gone')).toMatchObject({
      status: 404,
      json: { code: expect.stringMatching(/^(42P01|PGRST205)$/) },
    });
  });
});

describe('a database that is away', () => {
  it('is 503, which the client repeats, and works again when it is back', async () => {
    const server = await startTestServer();
    const gate = await openGate(server.databaseUrl);
    const behind = await startBehind(gate.url);
    try {
      expect((await raw(behind, '/profiles')).status).toBe(401);
      gate.close();
      const away = await raw(behind, '/profiles');
      expect(away).toMatchObject({
        status: 503,
        json: {
          code: 'PGRST000',
          message: 'Database connection error. Retrying the connection.',
          details: null,
          hint: null,
        },
      });
      expect(away.headers.get('retry-after')).toBe('1');
      expect(away.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres/);
      const pending = behind.client().from('profiles').select('id');
      const answered = pending.then((answer) => answer.status);
      await gate.open();
      // The official client asks again by itself until it is refused for a better reason.
      expect(await answered).toBe(401);
    } finally {
      await behind.stop();
      gate.close();
      await server.stop();
    }
  });

  it('is 503 when it throws its clients out', async () => {
    const server = await startTestServer({ DATABASE_POOL_SIZE: '2' });
    try {
      expect((await raw(server, '/profiles')).status).toBe(401);
      const admin = new pg.Client({ connectionString: server.databaseUrl });
      await admin.connect();
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await admin.end();
      const first = await raw(server, '/profiles');
      expect([401, 503]).toContain(first.status);
      await expect.poll(async () => (await raw(server, '/profiles')).status).toBe(401);
      await runScript(
        server,
        `create table public.later (id int); grant all on public.later to anon; notify pgrst, 'reload schema'`,
      );
      // The subscription to changes comes back too.
      await expect.poll(async () => (await raw(server, '/later')).status, { timeout: 15_000 }).toBe(200);
    } finally {
      await server.stop();
    }
  });
});
