import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { TEST_MASTER_KEY } from '@dragoman/supabase-server/test/harness';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../../scripts/lib/free-port.ts';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { buildContext } from '../../src/context.ts';
import { type StorageServer, startStorageServer } from './support.ts';

const MIB = 1024 * 1024;

let server: StorageServer;
beforeAll(async () => {
  server = await startStorageServer();
  await server.admin.storage.createBucket('files', { public: true });
});
afterAll(() => server.stop());

const unowned = () =>
  server.sql<{ version: string; reason: string }>('select version, reason from storage.unowned_files');

/**
 * Starts the services once more on the same database and files, as after a crash, and stops them
 * when `check` holds.
 */
async function restartUntil(check: () => Promise<void>): Promise<void> {
  const settings = {
    LOG_LEVEL: 'fatal',
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.dataDir,
    MASTER_KEY: TEST_MASTER_KEY,
  };
  const ctx = await buildContext(loadConfig(settings), server.databaseUrl);
  const app = await createApp(ctx);
  try {
    await check();
  } finally {
    await app.close();
    await ctx.db.close();
  }
}

async function leaveFile(reason: string, age: string): Promise<string> {
  const version = randomUUID();
  const folder = path.join(server.dataDir, 'storage/files', version.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, version), 'left behind');
  await server.sql(
    'insert into storage.unowned_files (version, reason, since) values ($1, $2, now() - $3::interval)',
    [version, reason, age],
  );
  return version;
}

describe('a start after a crash', () => {
  it('removes what an upload left between its file and its row, once it is old', async () => {
    await server.admin.storage.from('files').upload('kept.txt', 'kept');
    const old = await leaveFile('uploading', '2 hours');
    const recent = await leaveFile('uploading', '10 minutes');
    await restartUntil(() => expect.poll(() => server.filesOnDisk()).not.toContain(old));
    // Another process may still be receiving it.
    expect(await unowned()).toEqual([{ version: recent, reason: 'uploading' }]);
    expect(await server.filesOnDisk()).toContain(recent);
    expect(await (await server.admin.storage.from('files').download('kept.txt')).data?.text()).toBe('kept');
    await server.sql(`update storage.unowned_files set reason = 'discarded'`);
    await restartUntil(() => expect.poll(unowned).toEqual([]));
  });

  it('removes the files of rows that went, by whatever way', async () => {
    await server.admin.storage.from('files').upload('gone.txt', 'gone');
    const [row] = await server.sql<{ version: string }>(
      `delete from storage.objects where name = 'gone.txt' returning version`,
    );
    expect(await unowned()).toEqual([{ version: row?.version, reason: 'discarded' }]);
    await restartUntil(() => expect.poll(unowned).toEqual([]));
    expect(await server.filesOnDisk()).not.toContain(row?.version);
  });

  it('touches no file that this database does not know', async () => {
    const folder = path.join(server.dataDir, 'storage/files/zz');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'of-another-installation'), 'x');
    const old = await leaveFile('discarded', '1 second');
    await restartUntil(() => expect.poll(unowned).toEqual([]));
    expect(await server.filesOnDisk()).not.toContain(old);
    expect(await server.filesOnDisk()).toContain('of-another-installation');
  });

  it('never leaves a row without its file: an upload whose file was cleaned away is refused', async () => {
    const version = randomUUID();
    await expect(
      server.sql(`insert into storage.objects (bucket_id, name, version) values ('files', 'x', $1)`, [
        version,
      ]),
    ).rejects.toMatchObject({ code: '55000' });
  });
});

describe('an upload', () => {
  it('reaches the disk while it arrives, and appears only when complete', async () => {
    const upload = openUpload(server.url, 'streamed.bin');
    upload.write(Buffer.alloc(8 * MIB, 'a'));
    await expect.poll(() => incomingBytes(server.dataDir), { timeout: 10_000 }).toBe(8 * MIB);
    const bucket = server.admin.storage.from('files');
    expect((await bucket.exists('streamed.bin')).data).toBe(false);
    expect((await bucket.list()).data?.map(({ name }) => name)).not.toContain('streamed.bin');
    const answered = once(upload, 'response');
    upload.end(Buffer.alloc(1));
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect((await bucket.info('streamed.bin')).data).toMatchObject({ size: 8 * MIB + 1 });
  });

  it('whose file was cleaned away before its end is refused and can be sent again', async () => {
    const upload = openUpload(server.url, 'slow.bin');
    upload.write(Buffer.alloc(MIB, 'a'));
    await expect.poll(() => incomingBytes(server.dataDir), { timeout: 10_000 }).toBe(MIB);
    await server.sql('delete from storage.unowned_files');
    const answered = once(upload, 'response');
    upload.end();
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(400);
    const bucket = server.admin.storage.from('files');
    expect((await bucket.exists('slow.bin')).data).toBe(false);
    expect((await bucket.upload('slow.bin', 'again')).error).toBeNull();
  });

  it('that is under way when a Ctrl-C comes twice at once is stored before the clean end', async () => {
    const child = await startProcess();
    const upload = openUpload(child.url, 'last.bin');
    upload.write(Buffer.alloc(2 * MIB, 'a'));
    await expect.poll(() => incomingBytes(server.dataDir), { timeout: 10_000 }).toBe(2 * MIB);
    const [ended, answered] = [once(child.process, 'exit'), once(upload, 'response')];
    // As from the terminal, and from npm.
    child.process.kill('SIGINT');
    child.process.kill('SIGTERM');
    // A server that is stopping takes no new request.
    await expect
      .poll(() => fetch(`${child.url}/healthz`).catch(() => 'refused'), { timeout: 10_000 })
      .toBe('refused');
    upload.end('b');
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(await ended).toEqual([0, null]);
    const { data } = await server.admin.storage.from('files').info('last.bin');
    expect(data).toMatchObject({ size: 2 * MIB + 1 });
  }, 90_000);

  it('that meets SIGKILL leaves no object, and its bytes go', async () => {
    const child = await startProcess();
    const upload = openUpload(child.url, 'killed.bin');
    upload.write(Buffer.alloc(2 * MIB, 'a'));
    await expect.poll(() => incomingBytes(server.dataDir), { timeout: 10_000 }).toBe(2 * MIB);
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    upload.destroy();
    expect((await server.admin.storage.from('files').exists('killed.bin')).data).toBe(false);
    expect(await unowned()).toEqual([{ version: expect.any(String), reason: 'uploading' }]);
    await server.sql(`update storage.unowned_files set since = now() - interval '2 hours'`);
    await restartUntil(() => expect.poll(unowned).toEqual([]));
    expect(await incomingBytes(server.dataDir)).toBe(0);
    // The name is free.
    expect((await server.admin.storage.from('files').upload('killed.bin', 'again')).error).toBeNull();
  }, 90_000);
});

function openUpload(url: string, name: string) {
  const key = server.ctx.apiKeys.secret;
  const upload = httpRequest(`${url}/storage/v1/object/files/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/x-thing' },
  });
  upload.on('error', () => undefined);
  return upload;
}

async function incomingBytes(dataDir: string): Promise<number> {
  const folder = path.join(dataDir, 'storage/incoming');
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The product as a process of its own, on the same database and files. */
async function startProcess(): Promise<{ process: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/main.ts'], {
    cwd: server.ctx.root,
    env: {
      ...process.env,
      LOG_LEVEL: 'fatal',
      TRANSLATION_LOCAL: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: server.databaseUrl,
      DATA_DIR: server.dataDir,
      MASTER_KEY: TEST_MASTER_KEY,
    },
    stdio: 'ignore',
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(async () => child.exitCode ?? (await fetch(`${url}/healthz`).catch(() => null))?.status, {
      timeout: 60_000,
    })
    .toBe(200);
  return { process: child, url };
}
