import type { Config } from '../../apps/server/src/config/config.ts';
import { type Database, openDatabase } from '../../apps/server/src/db/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/launcher.ts';
import { createLogger } from '../../apps/server/src/util/logger.ts';

/** Opens the installation's database for a tool of the operator's, and closes it. With the embedded database the server must be stopped. */
export async function withInstallation<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  const db = openDatabase({
    url: embedded?.url ?? (config.databaseUrl as string),
    poolSize: 2,
    statementTimeoutMs: config.limits.statementTimeoutMs,
    log: createLogger('warn'),
  });
  try {
    return await work(db);
  } finally {
    await db.close();
    await embedded?.stop();
  }
}
