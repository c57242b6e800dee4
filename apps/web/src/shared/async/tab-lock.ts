/**
 * The lock by which one tab works at a time. Without the Web Locks API (it exists on https and
 * localhost only) two tabs may do the same work, so callers must make that harmless.
 * @param name shared by the tabs
 * @param patienceMs longer than the longest work under the lock. A tab that the browser has frozen
 * keeps its lock; after this time the others stop waiting for it.
 * @returns a function that runs its work while no other tab runs any under the same name
 */
export function tabLock(name: string, patienceMs: number) {
  return async function exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (!navigator.locks) return work();
    let started = false;
    const run = () => {
      started = true;
      return work();
    };
    try {
      return await navigator.locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, run);
    } catch (error) {
      if (started) throw error;
      return work();
    }
  };
}
