import path from 'node:path';
import { type MigrationSet, PLATFORM_SCOPE } from '@dragoman/supabase-server/db/migration-sets';

/** The scope of the migrations in `supabase/migrations`. */
export const PRODUCT_SCOPE = 'product';
/** The scope of the tables that only the product's server reads, in schema `dragoman`. */
const PRODUCT_SERVER_SCOPE = 'product-server';

/** @param root absolute path of the project */
export function productMigrations(root: string): readonly MigrationSet[] {
  return [
    { scope: PLATFORM_SCOPE, folder: path.join(root, 'packages/supabase-server/src/db/platform') },
    { scope: PRODUCT_SERVER_SCOPE, folder: path.join(root, 'apps/server/src/database/migrations') },
    {
      scope: PRODUCT_SCOPE,
      folder: path.join(root, 'supabase/migrations'),
      guardedTable: 'public.messages',
    },
  ];
}
