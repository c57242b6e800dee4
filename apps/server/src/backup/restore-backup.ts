import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from '@dragoman/supabase-server/db/database';
import { migrate } from '@dragoman/supabase-server/db/migrate';
import {
  isFromBeforeRelease,
  type Migration,
  readMigrations,
  refuseUnknown,
} from '@dragoman/supabase-server/db/migration-sets';
import { checkOfMasterKey, type MasterKeyOptions, sourceOf } from '@dragoman/supabase-server/keys/master-key';
import type { FileStore } from '@dragoman/supabase-server/storage/files/file-store';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { forgetSecrets } from '../database/forget-secrets.ts';
import { productMigrations } from '../database/migrations.ts';
import type { Archive } from './archive.ts';
import { BackupError, fileEntry, type Manifest, tableEntry } from './manifest.ts';
import { COPY_SETTINGS, listTables, loadObstacles } from './tables.ts';

export interface RestoreOptions {
  archive: Archive;
  /** The address of a database that no server has used. */
  databaseUrl: string;
  store: Pick<FileStore, 'write'>;
  /** Gets `brand.json` and `brand/`. */
  dataDir: string;
  /** The project's folder. */
  root: string;
  log: Logger;
  /** Whether to give up the data that the master key encrypted, if the key is lost. */
  withoutMasterKey: boolean;
}

/**
 * Finds out, without changing anything, whether this version can restore the archive with the key
 * at hand.
 * @throws {BackupError} saying what to do
 * @throws NewerDatabaseError when the archive comes from a newer version
 */
export async function checkArchive(
  manifest: Manifest,
  root: string,
  key: MasterKeyOptions,
  withoutMasterKey: boolean,
): Promise<void> {
  const recorded = recordedIn(manifest);
  if (isFromBeforeRelease(recorded)) {
    refuseOutdated(recorded);
  } else {
    const known = await readMigrations(productMigrations(root));
    refuseUnknown(known, recorded);
    refuseOtherTexts(manifest, known);
  }
  if (manifest.masterKeyCheck === null || withoutMasterKey) return;
  const check = await checkOfMasterKey(key);
  if (check?.toString('hex') === manifest.masterKeyCheck) return;
  const problem =
    check === null
      ? `There is no master key (${sourceOf(key)})`
      : `The master key (${sourceOf(key)}) is another one`;
  throw new BackupError(
    `${problem}, and backups do not contain it. Put back the file master.key into DATA_DIR, or MASTER_KEY, from where you keep it. If the ` +
      'key is lost for good, restore with --without-master-key: all users are signed out, and the secret API key is new.',
  );
}

function recordedIn(manifest: Manifest): ReadonlySet<string> {
  return new Set(manifest.migrations.map(({ scope, name }) => `${scope}/${name}`));
}

/** The last migrations before 1.0.0. The initial ones of 1.0.0 make the same tables. */
const LAST_BEFORE_RELEASE = [
  'platform/0007_user_setting.sql',
  'product-server/0002_push_keys.sql',
  'product/20261129150000_ids_of_attempts.sql',
];
const INITIAL_MIGRATIONS = [
  'platform/0001_initial.sql',
  'product-server/0001_initial.sql',
  'product/20261130000000_initial.sql',
];

/** @returns the migrations that make the tables of an archive, as `scope/name` */
function migrationsForTablesOf(manifest: Manifest): ReadonlySet<string> {
  const recorded = recordedIn(manifest);
  return isFromBeforeRelease(recorded) ? new Set(INITIAL_MIGRATIONS) : recorded;
}

function refuseOutdated(recorded: ReadonlySet<string>): void {
  const lacking = LAST_BEFORE_RELEASE.find((name) => !recorded.has(name));
  if (lacking === undefined) return;
  throw new BackupError(
    `The archive is from a version before 1.0.0 that lacks migration ${lacking}. Restore it with the version that wrote it, start the last ` +
      'version before 1.0.0 with that database once, and make a new backup with it.',
  );
}

function refuseOtherTexts(manifest: Manifest, known: readonly Migration[]): void {
  const checksums = new Map(known.map(({ scope, name, checksum }) => [`${scope}/${name}`, checksum]));
  for (const { scope, name, checksum } of manifest.migrations) {
    if (checksums.get(`${scope}/${name}`) === checksum) continue;
    throw new BackupError(
      `The archive was made with another text of migration ${name}. Restore it with the version that wrote it.`,
    );
  }
}

/**
 * Restores an archive into an empty database and store. Rows are loaded in one transaction after
 * the files: a restore that fails can be repeated.
 * @returns how many rows and files were restored
 * @throws {BackupError} saying what to do
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ rows: number; files: number }> {
  const { archive, databaseUrl, root, log } = options;
  const { manifest } = archive;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'dragoman-restore' });
  client.on('error', () => undefined); // the query under way fails with it
  await client.connect();
  try {
    await client.query(COPY_SETTINGS);
    await refuseUsed(client);
    await migrate({
      url: databaseUrl,
      sets: productMigrations(root),
      log,
      only: migrationsForTablesOf(manifest),
    });
    await refuseOtherTables(client, manifest);
    for (const id of manifest.files) await options.store.write(id, archive.read(fileEntry(id)));
    await client.query('begin');
    const rows = await loadRows(client, options);
    await restoreBrand(options);
    await client.query('commit');
    // Quotas count rows as the planner estimates them.
    for (const table of manifest.tables) await client.query(`analyze ${relationOf(table)}`);
    return { rows, files: manifest.files.length };
  } finally {
    await client.end();
  }
}

/** A server that has started has made its keys. */
async function refuseUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(
    `select to_regclass('dragoman.master_key_check') is not null as made`,
  );
  if (!rows[0]?.made) return;
  const used = await client.query(
    'select 1 from dragoman.master_key_check union all (select 1 from auth.users limit 1)',
  );
  if (used.rows.length === 0) return;
  throw new BackupError(
    'This installation is in use, and a restore never overwrites one. Name another DATA_DIR, or an empty database in DATABASE_URL.',
  );
}

async function refuseOtherTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const present = new Map(
    (await listTables(client)).map((table) => [relationOf(table), new Set(table.columns)]),
  );
  const lacking = manifest.tables.filter(
    (table) => !table.columns.every((column) => present.get(relationOf(table))?.has(column)),
  );
  if (lacking.length === 0) return;
  throw new BackupError(
    `The archive has rows of tables that the product does not make: ${lacking.map(relationOf).join(', ')}. The tables of the product are there ` +
      'now, without rows. Create those tables with their columns, and restore again.',
  );
}

async function loadRows(client: pg.Client, { archive, withoutMasterKey }: RestoreOptions): Promise<number> {
  const { manifest } = archive;
  const tables = manifest.tables.map(relationOf);
  const obstacles = await loadObstacles(client);
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
  // Once more, now that no server can start with it.
  await refuseUsed(client);
  for (const statement of obstacles.remove) await client.query(statement);
  await client.query(`truncate ${tables.join(', ')}`);
  let rows = 0;
  for (const table of manifest.tables) {
    const columns = table.columns.map(pg.escapeIdentifier).join(', ');
    const load = client.query(copy.from(`copy ${relationOf(table)} (${columns}) from stdin`));
    await pipeline(archive.read(tableEntry(table)), load);
    if (load.rowCount !== table.rows) {
      throw new BackupError(
        `${relationOf(table)} has ${load.rowCount} rows in the archive instead of ${table.rows}. Nothing was changed.`,
      );
    }
    rows += load.rowCount;
  }
  for (const sequence of manifest.sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      relationOf(sequence),
      sequence.last,
      sequence.called,
    ]);
  }
  for (const statement of obstacles.putBack) await client.query(statement);
  if (manifest.missingFiles.length > 0) {
    await client.query('delete from storage.objects where version = any ($1)', [manifest.missingFiles]);
  }
  // An archive has the files of objects alone: clients begin unfinished uploads again.
  if (manifest.tables.some(({ schema, name }) => schema === 'storage' && name === 'resumable_uploads')) {
    await client.query('delete from storage.resumable_uploads');
  }
  if (withoutMasterKey) await forgetSecrets(queryable(client));
  return rows;
}

async function restoreBrand({ archive, dataDir }: RestoreOptions): Promise<void> {
  for (const name of archive.manifest.brand) {
    const file = path.join(dataDir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, archive.read(name));
  }
}

function relationOf({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

function queryable(client: pg.Client): Queryable {
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) =>
      (await client.query<Row>(text, values as unknown[])).rows,
    execute: async (text, values) => (await client.query(text, values as unknown[])).rowCount ?? 0,
  };
}
