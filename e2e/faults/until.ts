import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Waits for a state.
 * @param what it is, for the error
 * @param isSo a throw counts as no
 * @returns how long it took, in ms
 * @throws when it does not come in time
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = 90_000,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    const yes = await Promise.resolve()
      .then(isSo)
      .catch(() => false);
    if (yes) return performance.now() - began;
    if (performance.now() - began > withinMs) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await delay(POLL_MS);
  }
}
