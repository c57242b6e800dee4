/** The database in which `offline-cache.ts` keeps cached data. */
export const OFFLINE_CACHE_DB = 'dragoman-kept-reads';

/** Time limit for deleting a browser database. */
const DELETE_TIMEOUT_MS = 2_000;

/**
 * Deletes the data cached for offline use: it belongs to a session, and must not outlive it. Never
 * rejects.
 */
export function clearOfflineCache(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, DELETE_TIMEOUT_MS);
    try {
      const request = indexedDB.deleteDatabase(OFFLINE_CACHE_DB);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}
