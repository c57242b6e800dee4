import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GuardedSet } from './api-roles.ts';
import type { EarlierMigrations } from './earlier-migrations.ts';

/** The migrations of one folder, in the order of their names. */
export interface MigrationSet extends GuardedSet {
  /** Recorded with each name: names are unique within a scope. */
  scope: string;
  folder: string;
  /** The migrations that were replaced by an initial one. */
  earlier?: EarlierMigrations;
}

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

/**
 * @param known the migrations of this version
 * @param recorded the migrations of a database or backup, as `scope/name`
 * @throws NewerDatabaseError when one of them is unknown
 */
export function refuseUnknown(
  sets: readonly MigrationSet[],
  known: readonly Pick<Migration, 'scope' | 'name'>[],
  recorded: Iterable<string>,
): void {
  const names = new Set([
    ...known.map(({ scope, name }) => `${scope}/${name}`),
    ...sets.flatMap(({ scope, earlier }) => (earlier?.names ?? []).map((name) => `${scope}/${name}`)),
  ]);
  const unknown = [...recorded].filter((name) => !names.has(name)).sort();
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `This database was changed by a newer version (migration ${unknown[0]}), which this version does not know. Start that version, ` +
      'or restore a backup from before the upgrade (docs/upgrading.md).',
  );
}
