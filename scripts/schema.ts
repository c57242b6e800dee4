import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { INITIAL_MIGRATIONS, initialMigration, laterMigrations } from './lib/initial-migrations.ts';

/**
 * `npm run schema`: generates the initial migrations from the schema files
 * (supabase/schemas/README.md).
 */
const root = path.join(import.meta.dirname, '..');
for (const initial of INITIAL_MIGRATIONS) {
  const [later] = await laterMigrations(root, initial);
  if (later) {
    console.log(`${initial.migration}: unchanged, since ${later} follows it. Write a new migration.`);
    continue;
  }
  await writeFile(path.join(root, initial.migration), await initialMigration(root, initial));
  console.log(`${initial.migration}: generated from ${initial.schemas}`);
}
