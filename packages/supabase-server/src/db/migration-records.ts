import type pg from 'pg';
import type { Logger } from '../util/logger.ts';
import { appliedBySupabase, coveredByEarlier, PLATFORM_SCOPE } from './earlier-migrations.ts';
import type { Migration, MigrationSet } from './migration-sets.ts';

// The table `dragoman.migrations`: which migrations a database has.

/** @returns whether the migrations of `scope` are applied (for readiness) */
export async function isMigrated(
  query: (text: string, values: unknown[]) => Promise<unknown[]>,
  scope: string,
): Promise<boolean> {
  const found = await query('select 1 from dragoman.migrations where scope = $1 limit 1', [scope]);
  return found.length > 0;
}

/** @returns the checksums of the recorded migrations, by `scope/name` */
export async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ scope: string; name: string; checksum: string }>(
    'select scope, name, checksum from dragoman.migrations',
  );
  return new Map(rows.map((row) => [`${row.scope}/${row.name}`, row.checksum]));
}

/**
 * Records the migrations that the database has without a record under their names.
 * @param migrations those of this version, for this kind of database
 * @param hosted whether the database is a Supabase's
 */
export async function recordCovered(
  client: pg.Client,
  sets: readonly MigrationSet[],
  migrations: Migration[],
  hosted: boolean,
  log: Logger,
): Promise<void> {
  const recorded = new Set((await appliedChecksums(client)).keys());
  const pushed = await appliedBySupabase(client);
  const isPushed = (name: string) => pushed.has(name.split('_', 1)[0] ?? '');
  for (const { scope, earlier } of sets.filter(isPushable)) {
    for (const name of earlier?.names ?? []) if (isPushed(name)) recorded.add(`${scope}/${name}`);
  }
  const covered = [
    ...coveredByEarlier(sets, migrations, recorded, hosted),
    ...migrations.filter((migration) => isPushable(migration) && isPushed(migration.name)),
  ];
  for (const migration of covered) {
    if (await recordMigration(client, migration)) {
      log.info({ migration: migration.name }, 'migration recorded: the database already has it');
    }
  }
}

/** The Supabase CLI applies an application's migrations, and not the platform's. */
function isPushable({ scope }: { scope: string }): boolean {
  return scope !== PLATFORM_SCOPE;
}

/** @returns whether the record is new */
export async function recordMigration(
  client: pg.Client,
  { scope, name, checksum }: Migration,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into dragoman.migrations (scope, name, checksum) values ($1, $2, $3) on conflict do nothing',
    [scope, name, checksum],
  );
  return (rowCount ?? 0) > 0;
}
