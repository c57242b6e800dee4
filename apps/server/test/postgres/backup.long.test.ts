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
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openArchive } from '../../src/backup/archive.ts';
import { parseManifest } from '../../src/backup/manifest.ts';
import { checkArchive, restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';
import { productMigrations } from '../../src/database/migrations.ts';
import { type Fair, openFair, PICTURE, RECORDING } from '../account/support.ts';
import { openPage } from '../event-admin/page.ts';
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

async function restore(
  file: string,
  place: Place,
  { withoutMasterKey = false, masterKey = source.ctx.config.keys.masterKey?.toString('hex') ?? '' } = {},
) {
  const archive = await openArchive(file);
  const key = { dataDir: place.dataDir, given: Buffer.from(masterKey, 'hex') };
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
async function readAs(server: TestServer, { email, password }: Pick<Person, 'email' | 'password'>) {
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
      { brand: ['brand/.DS_Store'] },
    ]) {
      expect(() => withPaths(paths)).toThrow(/not valid/);
    }
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
    ).rejects.toThrow(/not set up by the product/);
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

/**
 * What `npm run backup` of the last version before 1.0.0 wrote of `openFair`, with an administrator
 * who has an authenticator app, an invitation that nobody has accepted, a request that waits, and
 * half of an upload.
 */
const BEFORE_RELEASE = {
  file: path.join(import.meta.dirname, 'before-1.0.0.zip'),
  rows: 142,
  files: 5,
  masterKey: '5a'.repeat(32),
  adminApp: 'ZZQRDYUO4OS6D753P7TPSD4T3EI2OPFC',
  vendor: { email: '2881161b9fb30983@fair.example', password: 'a long enough password' },
  visitor: { email: 'd3d43973fcfcc5ca@fair.example', password: 'a long enough password' },
  chat: '4cf4bd3e-85e5-45fb-a055-546caccceb98',
  invitation: '8db11726-cd05-4614-8ea2-b1c010ae1d7d',
  request: 'c1500049-614a-468e-a5a3-84b3e24f45e8',
};

describe('a backup of the last version before 1.0.0', { timeout: 60_000 }, () => {
  it('is restored with its people, chats, invitations and files, and the administrator', async () => {
    const { masterKey, vendor, visitor, adminApp } = BEFORE_RELEASE;
    const place = await emptyPlace();
    try {
      await migrate({ url: place.url, sets: productMigrations(source.ctx.root), log });
      const schema = await schemaOf(place.url);
      const restored = await restore(BEFORE_RELEASE.file, place, { masterKey });
      expect(restored).toEqual({ rows: BEFORE_RELEASE.rows, files: BEFORE_RELEASE.files });
      const server = await startTestServer({
        DATABASE_URL: place.url,
        DATA_DIR: place.dataDir,
        MASTER_KEY: masterKey,
      });
      try {
        expect(await schemaOf(place.url)).toEqual(schema);
        for (const person of [vendor, visitor]) {
          const { messages, recording } = await readAs(server, person);
          expect(messages).toContainEqual({
            content: 'Good morning',
            type: 'text',
            translated_content: '早上好',
          });
          expect(recording).toEqual(RECORDING);
        }

        const { client } = await readAs(server, vendor);
        const chats = await client.from('sessions').select('id, request_state').throwOnError();
        expect(chats.data).toEqual(
          expect.arrayContaining([
            { id: BEFORE_RELEASE.chat, request_state: null },
            { id: BEFORE_RELEASE.invitation, request_state: null },
            { id: BEFORE_RELEASE.request, request_state: 'waiting' },
          ]),
        );
        const guest = await server.person({ role: 'visitor', name: 'Mina' });
        const joined = await guest.client
          .rpc('join_session', { session_id: BEFORE_RELEASE.invitation })
          .throwOnError();
        expect(joined.data).toMatchObject({ visitor_id: guest.profileId });

        // The client begins the upload again: the name is free.
        const begun = await readAs(server, visitor);
        const upload = await begun.client.storage
          .from('chat-files')
          .upload(`${BEFORE_RELEASE.chat}/audio-1.mp3`, RECORDING, { contentType: 'audio/mpeg' });
        expect(upload.error).toBeNull();

        const page = openPage(server.url);
        expect((await page.signIn()).body).toMatchObject({ code: 'code_needed' });
        const code = new TOTP({ secret: Secret.fromBase32(adminApp) }).generate();
        expect((await page.signIn({ code })).status).toBe(204);
      } finally {
        await server.stop();
      }
    } finally {
      await place.drop();
    }
  });

  it('is refused when its database was not up to date', async () => {
    const archive = await openArchive(BEFORE_RELEASE.file);
    await archive.close();
    const { manifest } = archive;
    const last = 'product/20261129150000_ids_of_attempts.sql';
    const migrations = manifest.migrations.filter(({ scope, name }) => `${scope}/${name}` !== last);
    const key = { dataDir: folder, given: Buffer.from(BEFORE_RELEASE.masterKey, 'hex') };
    await expect(checkArchive({ ...manifest, migrations }, source.ctx.root, key, false)).rejects.toThrow(
      /before 1\.0\.0 that lacks migration product\/20261129150000_ids_of_attempts\.sql.*make a new backup/,
    );
  });
});
