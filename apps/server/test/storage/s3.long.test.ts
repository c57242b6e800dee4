import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import { openFileStore } from '@dragoman/supabase-server/storage/deps';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../src/backup/archive.ts';
import { fileEntry } from '../../src/backup/manifest.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { filesBelow, refusal, type StorageServer, startStorageServer } from './support.ts';

/** The only account of this S3 server. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const MIB = 1024 * 1024;

let directory: string;
let s3: S3rver;
let settings: Record<string, string>;
let server: StorageServer;

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'dragoman-s3-'));
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'dragoman-files', configs: [] }],
  });
  const { port } = await s3.run();
  const endpoint = `http://127.0.0.1:${port}`;
  settings = {
    S3_BUCKET: 'dragoman-files',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    // No slash: this server removes a folder with its last file even while another one arrives in
    // it.
    S3_PREFIX: 'chat-',
    STORAGE_MAX_FILE_BYTES: String(30 * MIB),
  };
  server = await startStorageServer(settings);
  await server.admin.storage.createBucket('files', { public: true });
});
afterAll(async () => {
  await server.stop();
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

const files = () => server.admin.storage.from('files');

/** The store's objects, as its own directory shows them. */
async function kept(): Promise<string[]> {
  const found = await filesBelow(path.join(directory, 'dragoman-files'));
  const ending = '._S3rver_object';
  return found.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
}

async function owned(): Promise<string[]> {
  const rows = await server.sql<{ version: string }>('select version from storage.objects');
  return rows.map(({ version }) => `chat-${version}`);
}

const inOrder = (keys: string[]) => [...keys].sort();

describe('files in an S3-compatible store', () => {
  it('come back as they went, whole and in ranges, and never touch the disk', async () => {
    expect((await files().upload('目录/a.txt', 'abcdefghij')).error).toBeNull();
    expect(await (await files().download('目录/a.txt')).data?.text()).toBe('abcdefghij');
    const ranged = await server.call(`/object/public/files/${encodeURI('目录/a.txt')}`, {
      headers: { range: 'bytes=2-4' },
    });
    expect([ranged.status, await ranged.text()]).toEqual([206, 'cde']);
    expect(ranged.headers.get('content-range')).toBe('bytes 2-4/10');
    expect((await files().upload('empty.txt', '')).error).toBeNull();
    expect(await (await files().download('empty.txt')).data?.text()).toBe('');
    await expect.poll(async () => inOrder(await kept())).toEqual(inOrder(await owned()));
    expect(await server.filesOnDisk()).toEqual([]);
  });

  it('are sent in parts when large', async () => {
    const large = Buffer.alloc(20 * MIB + 7, 'dragoman');
    expect((await files().upload('large.bin', Readable.from([large]))).error).toBeNull();
    const back = await files().download('large.bin');
    expect(Buffer.from((await back.data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(large)).toBe(true);
  });

  it('come in parts that a client continues, and leave no part behind', async () => {
    const content = randomBytes(13 * MIB);
    const key = server.ctx.apiKeys.secret;
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(content, {
        endpoint: `${server.url}/storage/v1/upload/resumable`,
        chunkSize: 6 * MIB,
        retryDelays: null,
        headers: { authorization: `Bearer ${key}`, apikey: key },
        metadata: { bucketName: 'files', objectName: 'resumed.bin', contentType: 'application/octet-stream' },
        onSuccess: () => resolve(),
        onError: reject,
      });
      upload.start();
    });
    const stored = await (await files().download('resumed.bin')).data?.arrayBuffer();
    expect(content.equals(Buffer.from(stored ?? new ArrayBuffer(0)))).toBe(true);
    await expect.poll(async () => inOrder(await kept())).toEqual(inOrder(await owned()));
  });

  it('are replaced, copied, moved and removed with their rows', async () => {
    await files().upload('b.txt', 'old');
    await files().upload('b.txt', 'new', { upsert: true });
    expect((await files().copy('b.txt', 'c.txt')).error).toBeNull();
    expect((await files().move('b.txt', 'd.txt')).error).toBeNull();
    expect(await (await files().download('c.txt')).data?.text()).toBe('new');
    expect(await (await files().download('d.txt')).data?.text()).toBe('new');
    await files().remove(['c.txt']);
    expect((await files().exists('c.txt')).data).toBe(false);
    await expect.poll(async () => inOrder(await kept())).toEqual(inOrder(await owned()));
  });

  it('that exceed the limit in any part leave nothing', async () => {
    const endless = Readable.from([Buffer.alloc(20 * MIB), Buffer.alloc(10 * MIB), Buffer.alloc(1)]);
    expect(refusal((await files().upload('endless.bin', endless)).error)).toMatchObject({
      statusCode: '413',
    });
    await expect.poll(() => server.sql('select * from storage.unowned_files')).toEqual([]);
    await expect.poll(async () => inOrder(await kept())).toEqual(inOrder(await owned()));
  });

  it('go into a backup, and come out of it as they went', async () => {
    const target = path.join(await mkdtemp(path.join(os.tmpdir(), 'dragoman-s3-backup-')), 'backup.zip');
    const content = randomBytes(3 * MIB);
    await files().upload('backed-up.bin', content);
    const [row] = await server.sql<{ version: string }>(
      `select version from storage.objects where name = 'backed-up.bin'`,
    );
    try {
      const summary = await writeBackup({
        databaseUrl: server.databaseUrl,
        store: await openFileStore(server.ctx.config),
        dataDir: server.dataDir,
        root: server.ctx.root,
        target,
      });
      expect(summary).toMatchObject({ missingFiles: 0, files: (await owned()).length });
      const archive = await openArchive(target);
      const parts: Uint8Array[] = [];
      for await (const part of archive.read(fileEntry(row?.version ?? ''))) parts.push(part);
      await archive.close();
      expect(content.equals(Buffer.concat(parts))).toBe(true);
    } finally {
      await rm(path.dirname(target), { recursive: true, force: true });
    }
  });

  it('that were lost are missing, not an error of the server', async () => {
    await files().upload('lost.txt', 'x');
    const [row] = await server.sql<{ version: string }>(
      `select version from storage.objects where name = 'lost.txt'`,
    );
    expect(row).toBeDefined();
    // The other tests need the store as it was.
    const bucket = path.join(directory, 'dragoman-files');
    await rename(bucket, `${bucket}-lost`);
    try {
      const { error } = await files().download('lost.txt');
      expect(refusal(error)).toMatchObject({ status: 400, statusCode: '404' });
    } finally {
      await rename(`${bucket}-lost`, bucket);
    }
  });

  it('are not kept with keys that the store refuses, and the answer tells nothing of the store', async () => {
    const wrong = await startStorageServer({ ...settings, S3_SECRET_ACCESS_KEY: 'not-the-key' });
    try {
      await wrong.admin.storage.createBucket('files');
      const { error } = await wrong.admin.storage.from('files').upload('a.txt', 'x');
      expect(refusal(error)).toEqual({ message: 'Internal Server Error', status: 500, statusCode: '500' });
      expect(await wrong.sql('select * from storage.objects')).toEqual([]);
    } finally {
      await wrong.stop();
    }
  });
});
