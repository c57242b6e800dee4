import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GuardedSet } from './api-roles.ts';

/** The migrations of one folder, in the order of their names. */
export interface MigrationSet extends GuardedSet {
  /** Recorded with each name: names are unique within a scope. */
  scope: string;
  folder: string;
}

/** The scope of the schemas that a Supabase brings itself, and of the server's own schema. */
export const PLATFORM_SCOPE = 'platform';
/** Every database has it, since version 1.0.0. */
const FIRST_MIGRATION = `${PLATFORM_SCOPE}/0001_initial.sql`;

export interface Migration {
  scope: string;
  name: string;
  sql: string;
  checksum: string;
}

/** The database has migrations that this version does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** @returns all migrations of the sets, in order */
export async function readMigrations(sets: readonly MigrationSet[]): Promise<Migration[]> {
  const migrations = await Promise.all(sets.map(({ scope, folder }) => readFolder(scope, folder)));
  return migrations.flat();
}

async function readFolder(scope: string, folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { scope, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** A version before 1.0.0 made the database. */
export class EarlierDatabaseError extends Error {
  override readonly name = 'EarlierDatabaseError';
}

/** @param recorded the migrations of a database or backup, as `scope/name` */
export function isFromBeforeRelease(recorded: ReadonlySet<string>): boolean {
  return recorded.size > 0 && !recorded.has(FIRST_MIGRATION);
}

/**
 * @param known the migrations of this version
 * @param recorded the migrations of a database or backup, as `scope/name`
 * @throws EarlierDatabaseError when they are those of a version before 1.0.0
 * @throws NewerDatabaseError when one of them is unknown
 */
export function refuseUnknown(
  known: readonly Pick<Migration, 'scope' | 'name'>[],
  recorded: ReadonlySet<string>,
): void {
  if (isFromBeforeRelease(recorded)) {
    throw new EarlierDatabaseError(
      'A version before 1.0.0 made this database, and this version cannot read it. Make a backup with that version (npm run backup), and ' +
        'restore it with this one into an empty database or DATA_DIR (npm run restore): docs/upgrading.md.',
    );
  }
  const names = new Set(known.map(({ scope, name }) => `${scope}/${name}`));
  const unknown = [...recorded].filter((name) => !names.has(name)).sort();
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `This database was changed by a newer version (migration ${unknown[0]}), which this version does not know. Start that version, ` +
      'or restore a backup from before the upgrade (docs/upgrading.md).',
  );
}
