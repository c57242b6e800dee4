import path from 'node:path';
import type { EarlierMigrations } from '@dragoman/supabase-server/db/earlier-migrations';
import type { MigrationSet } from '@dragoman/supabase-server/db/migration-sets';
import { platformMigrations } from '@dragoman/supabase-server/db/platform-migrations';

/** The scope of the migrations in `supabase/migrations`. */
export const PRODUCT_SCOPE = 'product';
/** The scope of the tables that only the product's server reads, in schema `dragoman`. */
const PRODUCT_SERVER_SCOPE = 'product-server';

/** The product's migrations before the initial one. */
const EARLIER: EarlierMigrations = {
  names: [
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
  initial: ['20260401000000_initial.sql'],
};

/** @param root absolute path of the project */
export function productMigrations(root: string): readonly MigrationSet[] {
  return [
    platformMigrations(path.join(root, 'packages/supabase-server/src/db/platform')),
    { scope: PRODUCT_SERVER_SCOPE, folder: path.join(root, 'apps/server/src/database/migrations') },
    {
      scope: PRODUCT_SCOPE,
      folder: path.join(root, 'supabase/migrations'),
      guardedTable: 'public.messages',
      earlier: EARLIER,
    },
  ];
}

/**
 * @param recorded the migrations that a database had when it was backed up
 * @returns the migrations that make the same tables now, as `scope/name`
 */
export function migrationsForTablesOf(
  recorded: readonly { scope: string; name: string }[],
): ReadonlySet<string> {
  return new Set([
    ...recorded.map(({ scope, name }) => `${scope}/${name}`),
    // Earlier versions made these tables with the platform's.
    `${PRODUCT_SERVER_SCOPE}/0001_product_server.sql`,
  ]);
}
