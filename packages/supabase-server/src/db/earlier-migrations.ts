import type pg from 'pg';

/** The scope of the schemas that a Supabase brings itself, and of the server's own schema. */
export const PLATFORM_SCOPE = 'platform';

/** Migrations that together give the schema that the initial ones give. */
export interface EarlierMigrations {
  /** The earlier names, in their order. */
  names: readonly string[];
  /** The names of the initial migrations. */
  initial: readonly string[];
}

interface Migration {
  scope: string;
  name: string;
}

/**
 * Checksums of earlier texts of a migration that gave the same objects or more: 0001 granted roles
 * even to an account that had them, 0002 had tables that an application makes itself now, the first
 * line of both named another folder, and the product's initial one set up PostgREST even where
 * nothing signs in under its role.
 */
const EARLIER_CHECKSUMS: Readonly<Record<string, readonly string[]>> = {
  'platform/0001_platform.sql': [
    '310d9fdafbb87509477f47b82de6ee3c7ff9022c05f0f8e2f8f6af026d52d213',
    '9a0056b59cb71a6f1603972fb00b9670f22bdff67eaefc55d35cb1633f9df340',
  ],
  'platform/0002_server.sql': ['73969b15a32a03aadba29320e1a8060ba8926d4ef5f3644c252fab75d99969ca'],
  'product/20260401000000_initial.sql': ['90b88918b0784b82f72e18b562a2017a08b12b6104e1e68b627f660759a56a7b'],
};

/** @returns whether the migration is the one that was recorded with `checksum` */
export function isSameMigration(migration: Migration & { checksum: string }, checksum: string): boolean {
  const earlier = EARLIER_CHECKSUMS[`${migration.scope}/${migration.name}`] ?? [];
  return migration.checksum === checksum || earlier.includes(checksum);
}

/** The database was created by an earlier version that was not the last one before this schema. */
export class EarlierDatabaseError extends Error {
  override readonly name = 'EarlierDatabaseError';
}

/**
 * Looks at each scope apart: a Supabase may have the application's migrations alone.
 * @param sets what replaced the earlier migrations of each scope
 * @param migrations the migrations of this version, for this kind of database
 * @param recorded names of recorded migrations, as `scope/name`
 * @param hosted whether a Supabase brings the platform: only its `_server.sql` migrations count
 * then
 * @returns those of `migrations` that the database has under the earlier names; they are recorded
 *   and not applied. The earlier records stay, so that the previous version still starts.
 * @throws EarlierDatabaseError when only some of the earlier migrations were applied
 */
export function coveredByEarlier<M extends Migration>(
  sets: readonly { scope: string; earlier?: EarlierMigrations }[],
  migrations: readonly M[],
  recorded: ReadonlySet<string>,
  hosted: boolean,
): M[] {
  return sets.flatMap(({ scope, earlier: replaced }) => {
    if (replaced === undefined) return [];
    const initial = migrations.filter(
      (each) =>
        each.scope === scope &&
        replaced.initial.includes(each.name) &&
        !recorded.has(`${scope}/${each.name}`),
    );
    const earlier = replaced.names.filter(
      (name) => scope !== PLATFORM_SCOPE || !hosted || name.endsWith('_server.sql'),
    );
    const missing = earlier.filter((name) => !recorded.has(`${scope}/${name}`));
    if (initial.length === 0 || missing.length === earlier.length) return [];
    if (missing.length === 0) return initial;
    throw new EarlierDatabaseError(
      `This database was created by an earlier version and lacks ${missing.length} of its migrations, ` +
        `first ${scope}/${missing[0]}. Start the last version before this one once with this database, which applies ` +
        'them, then start this version.',
    );
  });
}

/**
 * @returns the versions (`20260401000000`) of the migrations that the Supabase CLI has applied to
 *   this database; it keeps its own record of them
 */
export async function appliedBySupabase(client: pg.Client): Promise<Set<string>> {
  const { rows: found } = await client.query<{ kept: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as kept`,
  );
  if (!found[0]?.kept) return new Set();
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  return new Set(rows.map(({ version }) => version));
}
