import { type Database, openDatabase } from '@dragoman/supabase-server/db/database';
import { startEmbeddedPostgres } from '@dragoman/supabase-server/db/embedded/launcher';
import { findRunningPostgres } from '@dragoman/supabase-server/db/embedded/running';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import type { Config } from '../../apps/server/src/config/config.ts';

/**
 * Opens the installation's database for a tool of the operator's, and closes it. With the embedded
 * database the server must be stopped.
 */
export async function withInstallation<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabaseUrl(
    config,
    async (url) => {
      const db = openDatabase({
        url,
        poolSize: 2,
        statementTimeoutMs: config.limits.statementTimeoutMs,
        log: createLogger('warn'),
      });
      try {
        return await work(db);
      } finally {
        await db.close();
      }
    },
    { shared: false },
  );
}

/**
 * Gives a tool the URL of the installation's database. An embedded database that does not run is
 * started for the tool.
 * @param options.shared whether the tool may use the embedded database of a server that runs; else
 * such a server must be stopped
 */
export async function withDatabaseUrl<T>(
  config: Config,
  work: (url: string) => Promise<T>,
  { shared = true } = {},
): Promise<T> {
  if (config.databaseUrl) return work(config.databaseUrl);
  const running = shared ? await findUsed(config.dataDir) : null;
  if (running) return work(running);
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** A crash leaves files that look as if the server ran: only a response counts. */
async function findUsed(dataDir: string): Promise<string | null> {
  const url = await findRunningPostgres(dataDir);
  if (!url) return null;
  const db = openDatabase({ url, poolSize: 1, statementTimeoutMs: 5_000, log: createLogger('fatal') });
  try {
    await db.query('select 1');
    return url;
  } catch {
    return null;
  } finally {
    await db.close();
  }
}
