import { deleteDatabase } from './delete-database.ts';

/** The database in which `offline-cache.ts` keeps cached data. */
export const OFFLINE_CACHE_DB = 'dragoman-kept-reads';

/**
 * Deletes the data cached for offline use: it belongs to a session, and must not outlive it. Never
 * rejects.
 */
export function clearOfflineCache(): Promise<void> {
  return deleteDatabase(OFFLINE_CACHE_DB);
}
