import path from 'node:path';
import { openFileStore } from '@dragoman/supabase-server/storage/deps';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import { openArchive } from '../apps/server/src/backup/archive.ts';
import { checkArchive, restoreBackup } from '../apps/server/src/backup/restore-backup.ts';
import { findProjectRoot } from '../apps/server/src/util/project-root.ts';
import { withDatabaseUrl } from './lib/open-installation.ts';
import { serverConfig } from './lib/server-config.ts';

/**
 * Restores an archive of `npm run backup` into an empty installation (docs/operations.md, "Backup
 * and restore").
 */
const WITHOUT_KEY = '--without-master-key';
const HELP = `npm run restore -- <file> [${WITHOUT_KEY}]   restores a backup into an empty DATA_DIR or database`;

async function main(args: string[]): Promise<void> {
  const withoutMasterKey = args.includes(WITHOUT_KEY);
  const [file, ...rest] = args.filter((arg) => arg !== WITHOUT_KEY);
  if (!file || file.startsWith('-') || rest.length > 0) throw new Error(HELP);
  const config = serverConfig();
  const { dataDir } = config;
  const archive = await openArchive(path.resolve(file));
  try {
    await checkArchive(
      archive.manifest,
      findProjectRoot(),
      { dataDir, given: config.keys.masterKey },
      withoutMasterKey,
    );
    const { rows, files } = await withDatabaseUrl(
      config,
      async (databaseUrl) =>
        restoreBackup({
          archive,
          databaseUrl,
          store: await openFileStore(config),
          dataDir,
          root: findProjectRoot(),
          log: createLogger('warn'),
          withoutMasterKey,
        }),
      { shared: false },
    );
    console.log(
      `Restored the backup of ${archive.manifest.createdAt}: ${rows} rows, ${files} files. Start the server.`,
    );
  } finally {
    await archive.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
