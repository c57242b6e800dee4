import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 15;

/**
 * Asks again and again until something holds; for processes that are not our children, and files,
 * which send no events.
 * @returns whether it came to hold within `timeoutMs`
 */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() >= deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
