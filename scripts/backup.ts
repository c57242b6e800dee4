import { existsSync } from 'node:fs';
import path from 'node:path';
import { openFileStore } from '@dragoman/supabase-server/storage/deps';
import { writeBackup } from '../apps/server/src/backup/write-backup.ts';
import { findProjectRoot } from '../apps/server/src/util/project-root.ts';
import { withDatabaseUrl } from './lib/open-installation.ts';
import { serverConfig } from './lib/server-config.ts';

/**
 * Writes database and files into one archive (docs/operations.md, "Backup and restore"); the server
 * may run meanwhile.
 */
const HELP =
  'npm run backup [-- <file>]   writes a backup, by default dragoman-backup-<time>.zip in this folder';

async function main(args: string[]): Promise<void> {
  if (args.length > 1 || args[0]?.startsWith('-')) throw new Error(HELP);
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  const target = path.resolve(args[0] ?? `dragoman-backup-${time}Z.zip`);
  const config = serverConfig();
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new Error(`There is no installation in ${config.dataDir}. Set DATA_DIR, or DATABASE_URL.`);
  }
  const summary = await withDatabaseUrl(config, async (databaseUrl) =>
    writeBackup({
      databaseUrl,
      store: await openFileStore(config),
      dataDir: config.dataDir,
      root: findProjectRoot(),
      target,
    }),
  );
  const size = (summary.bytes / 1e6).toFixed(1);
  console.log(`${target}: ${summary.rows} rows, ${summary.files} files, ${size} MB.`);
  if (summary.missingFiles > 0) {
    console.log(
      `${summary.missingFiles} files were deleted meanwhile or are missing in the store; a restore leaves out their entries.`,
    );
  }
  if (summary.ownTables.length > 0) {
    console.log(
      `Tables of your own: ${summary.ownTables.join(', ')}. Their rows are in the backup; keep their definitions yourself.`,
    );
  }
  console.log(
    `The master key is NOT in it: ${config.keys.masterKey ? 'MASTER_KEY' : path.join(config.dataDir, 'master.key')}. ` +
      'Keep a copy of the key in another place; a restore needs it.',
  );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
