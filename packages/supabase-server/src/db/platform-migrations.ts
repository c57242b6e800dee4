import { type EarlierMigrations, PLATFORM_SCOPE } from './earlier-migrations.ts';
import type { MigrationSet } from './migration-sets.ts';

const EARLIER: EarlierMigrations = {
  names: [
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
  initial: ['0001_platform.sql', '0002_server.sql'],
};

/**
 * The schemas `auth`, `realtime`, `storage` and the API roles, as a Supabase has them, and the
 * server's own.
 * @param folder of the migrations; a bundled server has to name it
 */
export function platformMigrations(folder: string): MigrationSet {
  return { scope: PLATFORM_SCOPE, folder, earlier: EARLIER };
}
