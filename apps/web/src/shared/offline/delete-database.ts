/** Time limit for deleting a browser database. */
const PATIENCE_MS = 2_000;

/** Never rejects. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    try {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      resolve();
    }
  });
}
