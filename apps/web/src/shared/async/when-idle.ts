/**
 * Runs something when the browser has nothing else to do.
 * @param latestMs after this long it is run in any case
 */
export function whenIdle(run: () => void, latestMs: number): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: latestMs });
  else setTimeout(run, Math.min(latestMs, 1_000));
}
