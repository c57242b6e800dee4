import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '@dragoman/supabase-server/db/migrate';
import { openFileStore } from '@dragoman/supabase-server/storage/deps';
import { createDiskStore } from '@dragoman/supabase-server/storage/files/disk-store';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openArchive } from '../../src/backup/archive.ts';
import { parseManifest } from '../../src/backup/manifest.ts';
import { checkArchive, restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { productMigrations } from '../../src/database/migrations.ts';
import { type Fair, openFair, PICTURE, RECORDING } from '../account/support.ts';
import { createDatabase, type Person, startTestServer, type TestServer } from '../harness.ts';
import { describeSchema } from '../schema-description.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

const log = createLogger('fatal');
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"/>';
let folder: string;
let source: StorageServer;
let fair: Fair;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dragoman-backup-'));
  source = await startStorageServer();
  fair = await openFair(source);
});
afterAll(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

async function backUp(target: string) {
  return writeBackup({
    databaseUrl: source.databaseUrl,
    store: await openFileStore(source.ctx.config),
    dataDir: source.ctx.config.dataDir,
    root: source.ctx.root,
    target,
  });
}

/** An empty database of an account without any privilege of its own, and an empty folder. */
async function emptyPlace() {
  const database = await createDatabase({ empty: true });
  const account = `dragoman_owner_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  const url = new URL(database.url);
  await admin.query(`create role ${account} login replication password 'fair'`);
  await admin.query(`grant anon, authenticated, service_role to ${account}`);
  await admin.query(`alter database ${url.pathname.slice(1)} owner to ${account}`);
  [url.username, url.password] = [account, 'fair'];
  const dataDir = await mkdtemp(path.join(folder, 'place-'));
  return {
    url: url.href,
    dataDir,
    async drop() {
      await database.drop();
      await admin.query(`drop role ${account}`);
      await admin.end();
    },
  };
}

type Place = Awaited<ReturnType<typeof emptyPlace>>;

async function restore(file: string, place: Place, { withoutMasterKey = false } = {}) {
  const archive = await openArchive(file);
  const key = { dataDir: place.dataDir, given: source.ctx.config.keys.masterKey };
  try {
    await checkArchive(archive.manifest, source.ctx.root, key, withoutMasterKey);
    const store = createDiskStore(path.join(place.dataDir, 'storage'));
    const { url: databaseUrl, dataDir } = place;
    return await restoreBackup({
      archive,
      databaseUrl,
      dataDir,
      store,
      root: source.ctx.root,
      log,
      withoutMasterKey,
    });
  } finally {
    await archive.close();
  }
}

async function schemasOf(place: Pick<Place, 'url'>): Promise<string[]> {
  const client = new pg.Client({ connectionString: place.url });
  await client.connect();
  const { rows } = await client.query(
    `select nspname from pg_namespace where nspname in ('dragoman', 'auth', 'storage')`,
  );
  await client.end();
  return rows.map(({ nspname }) => nspname);
}

async function schemaOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await describeSchema(client);
  } finally {
    await client.end();
  }
}

/** The fair's data as a person reads it. */
async function readAs(server: TestServer, { email, password }: Person) {
  const client = server.client();
  await client.auth.signInWithPassword({ email, password }).then(({ error }) => expect(error).toBeNull());
  const messages = await client
    .from('messages')
    .select('content, type, translated_content')
    .order('created_at')
    .throwOnError();
  const recording = messages.data.find(({ type }) => type === 'audio')?.content as string;
  const bytes = await client.storage.from('chat-files').download(recording);
  return {
    client,
    messages: messages.data,
    recording: Buffer.from((await bytes.data?.arrayBuffer()) ?? new ArrayBuffer(0)),
  };
}

// Each test starts programs that write and read whole databases.
describe('a backup', { timeout: 60_000 }, () => {
  it('written while people write is restored into an empty place, with messages, files and the schema', async () => {
    const file = path.join(folder, 'whole.zip');
    const logo = path.join('brand', '标志 (1).svg');
    const { dataDir } = source.ctx.config;
    await mkdir(path.join(dataDir, 'brand'), { recursive: true });
    await writeFile(path.join(dataDir, logo), LOGO);
    await writeFile(path.join(dataDir, 'brand.json'), JSON.stringify({ logo: path.basename(logo) }));
    let writing = true;
    const say = async () => {
      while (writing) {
        await fair.vendor.client.from('messages').insert({
          session_id: fair.sessionId,
          sender_id: fair.vendor.profileId,
          content: 'meanwhile',
          type: 'text',
        });
      }
    };
    const busy = say();
    const summary = await backUp(file).finally(() => {
      writing = false;
    });
    await busy;
    expect(summary).toMatchObject({ missingFiles: 0, ownTables: [] });
    expect(summary.files).toBeGreaterThanOrEqual(3);

    const place = await emptyPlace();
    try {
      await migrate({ url: place.url, sets: productMigrations(source.ctx.root), log });
      const schema = await schemaOf(place.url);
      expect(await restore(file, place)).toEqual({ rows: summary.rows, files: summary.files });
      expect(await readFile(path.join(place.dataDir, logo))).toEqual(Buffer.from(LOGO));
      const restored = await startTestServer({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
      try {
        expect((await fetch(`${restored.url}/readyz`)).status).toBe(200);
        for (const person of [fair.vendor, fair.visitor]) {
          const before = await readAs(source, person);
          const after = await readAs(restored, person);
          expect(after.messages).toContainEqual({
            content: 'Good morning',
            type: 'text',
            translated_content: '早上好',
          });
          expect(before.messages).toEqual(expect.arrayContaining(after.messages));
          expect(after.recording).toEqual(RECORDING);
        }
        // Row-level security, keys, triggers and sequences work on.
        const { client } = await readAs(restored, fair.visitor);
        await client
          .from('messages')
          .insert({
            session_id: fair.sessionId,
            sender_id: fair.visitor.profileId,
            content: 'after',
            type: 'text',
          })
          .throwOnError();
        expect((await restored.client().from('messages').select('id')).data ?? []).toEqual([]);
        const avatars = await client.storage.from('avatars').list(fair.visitor.userId);
        expect(avatars.data?.[0]?.metadata?.size).toBe(PICTURE.length);
        expect(await schemaOf(place.url)).toEqual(schema);
      } finally {
        await restored.stop();
      }
      // An installation in use is never overwritten.
      await expect(restore(file, place)).rejects.toThrow(/This installation is in use/);
    } finally {
      await place.drop();
    }
  });

  it('does not hold the master key, and is restored with the right one alone', async () => {
    const file = path.join(folder, 'key.zip');
    await backUp(file);
    const { masterKey } = source.ctx.config.keys;
    const archive = await openArchive(file);
    try {
      const { manifest } = archive;
      const check = (given: Buffer | null, without = false) =>
        checkArchive(manifest, source.ctx.root, { dataDir: folder, given }, without);
      expect(JSON.stringify(manifest)).not.toContain(masterKey?.toString('hex'));
      await expect(check(masterKey)).resolves.toBeUndefined();
      await expect(check(randomBytes(32))).rejects.toThrow(/The master key \(MASTER_KEY\) is another one/);
      await expect(check(null)).rejects.toThrow(
        /There is no master key.*backups do not contain it.*--without-master-key/,
      );
      expect(existsSync(path.join(folder, 'master.key'))).toBe(false);
      await expect(check(null, true)).resolves.toBeUndefined();
    } finally {
      await archive.close();
    }
    const place = await emptyPlace();
    try {
      await restore(file, place, { withoutMasterKey: true });
      const restored = await startTestServer({
        DATABASE_URL: place.url,
        DATA_DIR: place.dataDir,
        MASTER_KEY: randomBytes(32).toString('hex'),
      });
      try {
        expect((await readAs(restored, fair.vendor)).recording).toEqual(RECORDING);
      } finally {
        await restored.stop();
      }
    } finally {
      await place.drop();
    }
  });

  it('of an earlier version, whose platform made all tables of the server, is restored', async () => {
    const file = path.join(folder, 'earlier.zip');
    const summary = await backUp(file);
    const archive = await openArchive(file);
    const place = await emptyPlace();
    try {
      const manifest = {
        ...archive.manifest,
        // The product made it later.
        tables: archive.manifest.tables.filter(({ name }) => name !== 'push_keys'),
        migrations: archive.manifest.migrations
          .filter(({ scope }) => scope !== 'product-server')
          .map((migration) =>
            migration.name === '0002_server.sql'
              ? {
                  ...migration,
                  checksum: '73969b15a32a03aadba29320e1a8060ba8926d4ef5f3644c252fab75d99969ca',
                }
              : migration,
          ),
      };
      const key = { dataDir: folder, given: source.ctx.config.keys.masterKey };
      await checkArchive(manifest, source.ctx.root, key, false);
      const restored = await restoreBackup({
        archive: { ...archive, manifest },
        databaseUrl: place.url,
        store: createDiskStore(path.join(place.dataDir, 'storage')),
        dataDir: place.dataDir,
        root: source.ctx.root,
        log,
        withoutMasterKey: false,
      });
      expect(restored).toEqual({
        rows: manifest.tables.reduce((rows, table) => rows + table.rows, 0),
        files: summary.files,
      });
    } finally {
      await place.drop();
      await archive.close();
    }
  });

  it('that is cut off or damaged is refused before anything is changed', async () => {
    const file = path.join(folder, 'good.zip');
    const broken = path.join(folder, 'broken.zip');
    await backUp(file);
    const bytes = await readFile(file);
    const place = await emptyPlace();
    try {
      const refused = async (reason: RegExp) => {
        await expect(restore(broken, place)).rejects.toThrow(reason);
        expect(await schemasOf(place)).toEqual([]);
        expect(await readdir(place.dataDir)).toEqual([]);
      };
      for (const share of [0, 0.3, 0.99]) {
        await copyFile(file, broken);
        await truncate(broken, Math.floor(bytes.length * share));
        await refused(/not a whole backup: it is cut off or no archive/);
      }
      // A byte within a table, and one within a file.
      for (const name of ['tables/public.messages', 'files/']) {
        const damaged = Buffer.from(bytes);
        const at = bytes.indexOf(name) + name.length + 80;
        damaged[at] = (damaged[at] ?? 0) ^ 0xff;
        await writeFile(broken, damaged);
        await refused(/not a whole backup: .* cannot be read/);
      }
      await expect(restore(path.join(folder, 'missing.zip'), place)).rejects.toThrow(/cannot be opened/);
    } finally {
      await place.drop();
    }
  });

  it('of a newer version is refused', async () => {
    const file = path.join(folder, 'newer.zip');
    await backUp(file);
    const archive = await openArchive(file);
    await archive.close();
    const { manifest } = archive;
    const key = { dataDir: folder, given: source.ctx.config.keys.masterKey };
    const later = { scope: 'product', name: '29990101000000_later.sql', checksum: '' };
    await expect(
      checkArchive({ ...manifest, migrations: [...manifest.migrations, later] }, source.ctx.root, key, false),
    ).rejects.toThrow(/changed by a newer version/);
    expect(() => parseManifest(JSON.stringify({ ...manifest, format: 99 }))).toThrow(
      /A newer version wrote this archive/,
    );
    const withPaths = (paths: object) => parseManifest(JSON.stringify({ ...manifest, ...paths }));
    for (const paths of [
      { files: ['../../etc/passwd'] },
      { brand: ['brand/..'] },
      { brand: ['brand/a/b'] },
    ]) {
      expect(() => withPaths(paths)).toThrow(/not valid/);
    }
    // Earlier versions archived it.
    expect(withPaths({ brand: ['brand/.DS_Store'] }).brand).toEqual(['brand/.DS_Store']);
  });

  it('is not written over another one, and leaves nothing when it fails', async () => {
    const file = path.join(folder, 'twice.zip');
    await backUp(file);
    await expect(backUp(file)).rejects.toThrow(/exists already/);
    const database = await createDatabase({ empty: true });
    const failed = path.join(folder, 'failed.zip');
    await expect(
      writeBackup({
        databaseUrl: database.url,
        store: createDiskStore(folder),
        dataDir: folder,
        root: source.ctx.root,
        target: failed,
      }),
    ).rejects.toThrow(/not set up by this version/);
    await database.drop();
    expect(
      (await readdir(folder)).filter((name) => name.startsWith('failed') || name.endsWith('.partial')),
    ).toEqual([]);
  });

  it('leaves out the entries of files that the store lacks, and has the rows of tables of the operator', async () => {
    const file = path.join(folder, 'own.zip');
    const [object] = await source.sql<{ version: string }>(
      `select version from storage.objects where bucket_id = 'avatars' limit 1`,
    );
    const lost = object?.version ?? '';
    const bytes = path.join(source.ctx.config.dataDir, 'storage/files', lost.slice(0, 2), lost);
    await rename(bytes, path.join(folder, 'lost'));
    await source.sql(
      'create table public.booth_notes (id int generated always as identity primary key, note text)',
    );
    await source.sql(`insert into public.booth_notes (note) values (e'tab\\there'), (null)`);
    await source.sql(
      `insert into storage.resumable_uploads (bucket_id, name, role, upsert, length, metadata, expires_at)
       values ('chat-files', 'unfinished', 'authenticated', false, 1, '', now() + interval '1 day')`,
    );
    // The other tests need the source as it was.
    const summary = await backUp(file).finally(async () => {
      await rename(path.join(folder, 'lost'), bytes);
      await source.sql('drop table public.booth_notes');
      await source.sql(`delete from storage.resumable_uploads where name = 'unfinished'`);
    });
    expect(summary).toMatchObject({ missingFiles: 1, ownTables: ['public.booth_notes'] });
    const place = await emptyPlace();
    try {
      await expect(restore(file, place)).rejects.toThrow(
        /tables that the product does not make: "public"."booth_notes"/,
      );
      const client = new pg.Client({ connectionString: place.url });
      await client.connect();
      await client.query(
        'create table public.booth_notes (id int generated always as identity primary key, note text)',
      );
      await restore(file, place);
      const notes = await client.query(
        `with added as (insert into public.booth_notes (note) values ('next') returning id, note)
         select * from public.booth_notes union all select * from added order by id`,
      );
      expect(notes.rows.map(({ note }) => note)).toEqual(['tab\there', null, 'next']);
      const objects = await client.query('select 1 from storage.objects where version = $1', [lost]);
      expect(objects.rows).toEqual([]);
      expect((await client.query('select from storage.resumable_uploads')).rows).toEqual([]);
      await client.end();
    } finally {
      await place.drop();
    }
  });
});
