import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type ZipEntry, zipStream } from '@dragoman/functions/zip/zip-stream';
import { readMigrations, refuseUnknown } from '@dragoman/supabase-server/db/migration-sets';
import { FileMissingError, type FileStore } from '@dragoman/supabase-server/storage/files/file-store';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { productMigrations } from '../database/migrations.ts';
import {
  BackupError,
  FORMAT,
  fileEntry,
  isBrandPicture,
  MANIFEST_ENTRY,
  type Manifest,
  tableEntry,
} from './manifest.ts';
import { COPY_SETTINGS, listTables, readSequences } from './tables.ts';

export interface WriteBackupOptions {
  /** The database's address; its server may be in use meanwhile. */
  databaseUrl: string;
  /** The store with the bytes of stored files. */
  store: Pick<FileStore, 'read'>;
  /** Holds `brand.json` and `brand/`. */
  dataDir: string;
  /** The project's folder. */
  root: string;
  /** The archive to write; must not exist. */
  target: string;
}

/** Summary of the archive for the operator. */
export interface BackupSummary {
  rows: number;
  files: number;
  /** Files that rows name and the store did not have. */
  missingFiles: number;
  /** The archive's size. */
  bytes: number;
  /**
   * Tables that no migration of the product makes: their rows are in the archive, their definition
   * is not.
   */
  ownTables: string[];
}

/**
 * Writes the database and the stored files into one ZIP, while the product runs: all rows are of
 * one moment, and the files are those that these rows name. The archive appears under its name only
 * when it is complete.
 * @throws {BackupError} saying what to do
 */
export async function writeBackup(options: WriteBackupOptions): Promise<BackupSummary> {
  if (existsSync(options.target))
    throw new BackupError(`${options.target} exists already. Name another file.`);
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'dragoman-backup',
  });
  client.on('error', () => undefined); // the query under way fails with it
  await client.connect();
  try {
    const manifest = await beginManifest(client, options.root);
    const ownTables = await tablesOfOthers(manifest, options.root);
    const zip = zipStream(entries(client, manifest, options), () => undefined);
    return {
      bytes: await writeWhole(zip, options.target),
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.length,
      missingFiles: manifest.missingFiles.length,
      ownTables,
    };
  } finally {
    await client.end();
  }
}

/** The file appears under its name when all of it is on the disk. @returns its size in bytes */
async function writeWhole(content: ReadableStream<Uint8Array>, target: string): Promise<number> {
  const partial = `${target}.partial`;
  const handle = await open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new BackupError(
      `${partial} is being written, or is left of a backup that was cut off. Delete it, or name another file.`,
    );
  });
  try {
    const file = handle.createWriteStream({ flush: true });
    await pipeline(Readable.fromWeb(content as NodeReadableStream), file);
    await rename(partial, target);
    return file.bytesWritten;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Begins the transaction whose snapshot is backed up, and describes it. */
async function beginManifest(client: pg.Client, root: string): Promise<Manifest> {
  await client.query(COPY_SETTINGS);
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ ours: boolean }>(
    `select to_regclass('dragoman.migrations') is not null as ours`,
  );
  const migrations = rows[0]?.ours
    ? (
        await client.query<Manifest['migrations'][number]>(
          'select scope, name, checksum from dragoman.migrations order by 1, 2',
        )
      ).rows
    : [];
  if (migrations.length === 0) {
    throw new BackupError(
      'This database was not set up by the product. Start the server with it once; the database of a hosted Supabase has ' +
        'backups of its own.',
    );
  }
  refuseUnknown(
    await readMigrations(productMigrations(root)),
    new Set(migrations.map(({ scope, name }) => `${scope}/${name}`)),
  );
  const check = await client.query<{ check_value: Buffer }>(
    'select check_value from dragoman.master_key_check',
  );
  return {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    migrations,
    tables: (await listTables(client)).map((table) => ({ ...table, rows: 0 })),
    sequences: [],
    files: [],
    missingFiles: [],
    brand: [],
    masterKeyCheck: check.rows[0]?.check_value.toString('hex') ?? null,
  };
}

/**
 * Rows first, so that the transaction does not last as long as the files; the manifest, which
 * counts them, last.
 */
async function* entries(
  client: pg.Client,
  manifest: Manifest,
  options: WriteBackupOptions,
): AsyncGenerator<ZipEntry> {
  const versions = await client.query<{ version: string }>(
    'select version from storage.objects order by version',
  );
  for (const table of manifest.tables) {
    const relation = [table.schema, table.name].map(pg.escapeIdentifier).join('.');
    const columns = table.columns.map(pg.escapeIdentifier).join(', ');
    const rows = client.query(copy.to(`copy ${relation} (${columns}) to stdout`));
    yield { name: tableEntry(table), content: rows };
    table.rows = rows.rowCount;
  }
  manifest.sequences = await readSequences(client);
  await client.query('commit');

  for (const { version } of versions.rows) {
    const content = await options.store.read(version, null).catch((error: unknown) => {
      if (error instanceof FileMissingError) return null;
      throw error;
    });
    (content ? manifest.files : manifest.missingFiles).push(version);
    if (content) yield { name: fileEntry(version), content, compressed: true };
  }
  for await (const { name, bytes } of brandFiles(options.dataDir)) {
    manifest.brand.push(name);
    yield { name, content: Readable.from([bytes]), compressed: true };
  }
  yield { name: MANIFEST_ENTRY, content: Readable.from([Buffer.from(JSON.stringify(manifest))]) };
}

async function* brandFiles(dataDir: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const pictures = await readdir(path.join(dataDir, 'brand'), { withFileTypes: true }).catch(() => []);
  const names = pictures
    .filter((each) => each.isFile())
    .map(({ name }) => `brand/${name}`)
    .filter(isBrandPicture);
  for (const name of ['brand.json', ...names.sort()]) {
    const bytes = await readFile(path.join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (bytes) yield { name, bytes };
  }
}

/** @returns the backed up tables that no migration makes */
async function tablesOfOthers(manifest: Manifest, root: string): Promise<string[]> {
  const made = new Set<string>();
  for (const { sql } of await readMigrations(productMigrations(root))) {
    for (const [, name] of sql.matchAll(
      /^[ \t]*create (?:unlogged )?table (?:if not exists )?([a-z_]+\.[a-z_]+)/gim,
    ))
      made.add(name as string);
  }
  return manifest.tables.map(({ schema, name }) => `${schema}.${name}`).filter((name) => !made.has(name));
}
