import { readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import {
  collectLog,
  hasBundledPostgres,
  isRunning,
  makeTempDir,
  postmasterPid,
  query,
  removeTempDir,
  startLauncherProcess,
} from './support.ts';

// Tests start several servers, which takes a busy machine long.
describe.skipIf(!hasBundledPostgres)('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  let parent: string;
  let dataDir: string;
  let postgres: EmbeddedPostgres;
  let firstMessages: string[];
  const { log, messages } = collectLog();

  async function start() {
    vi.stubEnv('PGOPTIONS', '-c nonsense=1');
    vi.stubEnv('PGDATA', '/nonexistent');
    vi.stubEnv('DRAGOMAN_TEST_SECRET', 'must-not-leak');
    postgres = await startEmbeddedPostgres({ dataDir, log });
    vi.unstubAllEnvs(); // The driver reads PGOPTIONS too.
  }

  beforeAll(async () => {
    parent = await makeTempDir();
    // Spaces, quotes and other scripts: the path goes through a shell inside initdb.
    dataDir = path.join(parent, "stand 7, l'été 展会");
    await start();
    firstMessages = [...messages];
  });

  afterAll(async () => {
    await postgres?.stop();
    await removeTempDir(parent);
  });

  it('creates a UTF-8 database at the first start', async () => {
    const [row] = await query(
      postgres.url,
      `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datcollate as locale
       from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      name: 'dragoman',
      encoding: 'UTF8',
      locale: expect.stringMatching(/^C(\.UTF-8)?$/),
    });
    expect(firstMessages).toEqual([expect.stringContaining('First start')]);
    expect(postgres.version).toMatch(/^18\./);
    expect(new URL(postgres.url).port).toBe(String(postgres.port));
  });

  it('is durable, reachable from this machine only, and small', async () => {
    const rows = await query(postgres.url, 'select name, setting from pg_settings');
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    expect(settings).toMatchObject({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      password_encryption: 'scram-sha-256',
      jit: 'off',
      max_connections: '60',
      TimeZone: 'UTC',
      data_directory: path.join(dataDir, 'postgres'),
    });
  });

  it('refuses connections without the password', async () => {
    const stranger = new URL(postgres.url);
    stranger.password = 'guess';
    await expect(query(stranger.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const { mode } = await stat(path.join(dataDir, 'postgres.password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it.runIf(process.platform === 'linux')('gives PostgreSQL nothing of our environment', async () => {
    const environment = await readFile(`/proc/${await postmasterPid(dataDir)}/environ`, 'utf8');
    expect(environment).toContain('PATH=');
    expect(environment).not.toMatch(/must-not-leak|PGOPTIONS|PGDATA=\/nonexistent/);
  });

  it('keeps statements and values out of its log', async () => {
    const url = postgres.url;
    await query(
      url,
      `create table private_note (id uuid primary key, body text check (body <> 'secret-check'))`,
    );
    for (const statement of [
      `insert into private_note values (gen_random_uuid(), 'secret-check')`,
      `insert into private_note values ('secret-uuid', 'x')`,
      `select 'secret-statement' from missing_table`,
      `do $$ begin raise exception 'secret-exception'; end $$`,
      `do $$ begin raise warning 'secret-warning'; end $$; select 1/0`,
      `select '{"secret-json'::json`,
    ]) {
      await expect(query(url, statement)).rejects.toThrow();
    }
    // A later line in the log shows that the earlier ones would be there.
    await query(url, 'select pg_reload_conf()');
    await expect.poll(() => serverLog(dataDir)).toContain('received SIGHUP');
    expect(await serverLog(dataDir)).not.toMatch(/secret/);
  });

  it('tells a second process who uses the data directory, and stays unharmed', async () => {
    const second = await startLauncherProcess({ dataDir });
    expect(second.outcome).toMatchObject({
      kind: 'failed',
      code: 'in-use',
      message: expect.stringContaining(`already in use by process ${process.pid}`),
    });
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
      code: 'in-use',
      message: expect.stringContaining('already in use by this process'),
    });
    expect(await query(postgres.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  });

  it('stops cleanly, once for all callers, and starts again with the data', async () => {
    await query(postgres.url, `create table kept as select 'still here' as body`);
    const oldPassword = new URL(postgres.url).password;
    const oldLog = await serverLog(dataDir);
    await Promise.all([postgres.stop(), postgres.stop()]);
    await postgres.stop();
    expect(await postgres.exited).toEqual({ code: 0, signal: null });
    expect((await serverLog(dataDir)).slice(oldLog.length)).toContain('database system is shut down');

    messages.length = 0;
    await truncate(path.join(dataDir, 'postgres.log'), 11 * 1024 * 1024);
    await start();
    expect(messages).toEqual([]);
    expect(new URL(postgres.url).password).toBe(oldPassword);
    expect(await query(postgres.url, 'select body from kept')).toEqual([{ body: 'still here' }]);
    expect((await stat(path.join(dataDir, 'postgres.log'))).size).toBeLessThan(10_000);
    expect((await stat(path.join(dataDir, 'postgres.log.1'))).size).toBe(11 * 1024 * 1024);
  });

  it('gives the data directory to exactly one of several that start at once', async () => {
    const contested = path.join(parent, 'contested');
    const started = await Promise.all(
      Array.from({ length: 3 }, () => startLauncherProcess({ dataDir: contested })),
    );
    const outcomes = started.map(({ outcome }) => (outcome.kind === 'failed' ? outcome.code : outcome.kind));
    expect(outcomes.sort()).toEqual(['in-use', 'in-use', 'ready']);
    await Promise.all(started.map((each) => each.stop()));
  });

  it('does not wait for open connections when it stops', async () => {
    const busy = query(postgres.url, 'select pg_sleep(60)').catch((error: Error) => error);
    await expect
      .poll(() => query(postgres.url, `select 1 from pg_stat_activity where wait_event = 'PgSleep'`))
      .toHaveLength(1);
    await postgres.stop();
    expect(await busy).toBeInstanceOf(Error);
    await start();
  }, 30_000);

  it('reports a server that ends by itself', async () => {
    await query(postgres.url, `create table committed as select 'still here' as body`);
    const pid = await postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    expect(await postgres.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await isRunning(pid)).toBe(false);
    await postgres.stop();
    await start();
    expect(await query(postgres.url, 'select body from committed')).toEqual([{ body: 'still here' }]);
  });
});

function serverLog(dataDir: string): Promise<string> {
  return readFile(path.join(dataDir, 'postgres.log'), 'utf8');
}
