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

/**
 * The migrations before the initial ones: all of them together give the schema that the initial
 * migrations give.
 */
export const EARLIER_MIGRATIONS: Record<Migration['scope'], readonly string[]> = {
  platform: [
    '0001_roles.sql',
    '0002_auth.sql',
    '0003_realtime.sql',
    '0004_server.sql',
    '0005_auth_flows.sql',
    '0006_storage.sql',
    '0007_identities.sql',
    '0008_sso.sql',
    '0009_phone.sql',
    '0010_realtime_messages.sql',
    '0011_housekeeping.sql',
    '0012_sso_sessions.sql',
    '0014_organiser_server.sql',
    '0017_untold_deletes.sql',
    '0020_answer_limit_server.sql',
    '0022_access_ends.sql',
    '0028_storage_usage.sql',
    '0032_passkeys.sql',
    '0033_recovery_codes.sql',
    '0035_master_key_server.sql',
    '0036_security_events_server.sql',
    '0037_admins_server.sql',
  ],
  product: [
    '20260101000000_core.sql',
    '20260101000100_access.sql',
    '20260101000200_join.sql',
    '20260101000300_live.sql',
    '20260101000400_chat_files.sql',
    '20260101000500_chat_channels.sql',
    '20260111000000_reading.sql',
    '20260112000000_avatars.sql',
    '20260113000000_caller_once.sql',
    '20260121000000_card_box.sql',
    '20260122000000_voice_messages.sql',
    '20260123000000_kept_translations.sql',
    '20260124000000_glossary.sql',
    '20260125000000_guests.sql',
    '20260126000000_booth_codes.sql',
    '20260127000000_leads.sql',
    '20260127000100_lead_list_speed.sql',
    '20260127000200_lead_search.sql',
    '20260128000000_analytics.sql',
    '20260130000000_blocks_and_reports.sql',
    '20260130000100_requests.sql',
    '20260130000200_message_speed.sql',
    '20260131000000_data_exports.sql',
    '20260201000000_event_channel.sql',
    '20260202000000_vendor_material.sql',
    '20260203000000_card_shares.sql',
    '20260203000100_shared_reads.sql',
    '20260204000000_put_out_of_rooms.sql',
    '20260204000100_exports_without_network.sql',
    '20260204000200_declined_requests.sql',
    '20260204000300_fair_scans.sql',
    '20260204000400_lead_list_changes.sql',
    '20260205000000_report_notes.sql',
    '20260205000100_report_desk.sql',
    '20260206000000_shared_with_all.sql',
    '20260206000100_attached_words_stay.sql',
    '20260302000000_second_factor.sql',
    '20260304000000_signed_translations.sql',
    '20260304000100_private_cards.sql',
    '20260305000000_quotas.sql',
  ],
};

/**
 * Checksums that a migration had before its text was changed without changing what it leaves in a database: 0001 granted roles
 * even to an account that had them.
 */
const EARLIER_CHECKSUMS: Readonly<Record<string, readonly string[]>> = {
  'platform/0001_platform.sql': ['310d9fdafbb87509477f47b82de6ee3c7ff9022c05f0f8e2f8f6af026d52d213'],
};

/** @returns whether the migration is the one that was recorded with `checksum` */
export function isSameMigration(migration: Migration & { checksum: string }, checksum: string): boolean {
  const earlier = EARLIER_CHECKSUMS[`${migration.scope}/${migration.name}`] ?? [];
  return migration.checksum === checksum || earlier.includes(checksum);
}

const INITIAL_MIGRATIONS = ['0001_platform.sql', '0002_server.sql', '20260401000000_initial.sql'];

/** The database was created by an earlier version that was not the last one before this schema. */
export class EarlierDatabaseError extends Error {
  override readonly name = 'EarlierDatabaseError';
}

/**
 * Looks at each scope apart: a Supabase may have the application's migrations alone.
 * @param sets what replaced the earlier migrations of each scope
 * @param migrations the migrations of this version, for this kind of database
 * @param recorded names of recorded migrations, as `scope/name`
 * @param hosted whether a Supabase brings the platform: only its `_server.sql` migrations count then
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
