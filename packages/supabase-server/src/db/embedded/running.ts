import path from 'node:path';
import { DATABASE_NAME, readPassword } from './cluster.ts';
import { readPostmasterState } from './postmaster-pid-file.ts';

/**
 * Finds the embedded PostgreSQL that another process runs in a data directory, for tools that work
 * beside the server.
 * @param dataDir DATA_DIR
 * @returns the URL of its database, a secret; null when none is ready there
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const state = await readPostmasterState(path.join(dataDir, 'postgres'));
  const password = await readPassword({ dataDir });
  if (state?.status !== 'ready' || state.port === 0 || password === null) return null;
  return `postgresql://postgres:${password}@127.0.0.1:${state.port}/${DATABASE_NAME}`;
}
