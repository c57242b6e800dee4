import type pg from 'pg';
import type { Logger } from '../util/logger.ts';
import { type Migration, PLATFORM_SCOPE } from './migration-sets.ts';

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
 * Records the migrations that the Supabase CLI has applied, which keeps its own record of them: an
 * application's, never the platform's.
 * @param migrations those of this version
 */
export async function recordPushed(client: pg.Client, migrations: Migration[], log: Logger): Promise<void> {
  const pushed = await pushedVersions(client);
  for (const migration of migrations) {
    const version = migration.name.split('_', 1)[0] ?? '';
    if (migration.scope === PLATFORM_SCOPE || !pushed.has(version)) continue;
    if (await recordMigration(client, migration)) {
      log.info({ migration: migration.name }, 'migration recorded: the Supabase CLI has applied it');
    }
  }
}

/** @returns the versions (`20260401000000`) of the migrations that the Supabase CLI has applied */
async function pushedVersions(client: pg.Client): Promise<Set<string>> {
  const { rows: found } = await client.query<{ kept: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as kept`,
  );
  if (!found[0]?.kept) return new Set();
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  return new Set(rows.map(({ version }) => version));
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
