import { useEffect } from 'react';
import { whenIdle } from './when-idle.ts';

/** What is loaded behind a page does not wait for one that never comes, ms. */
const PATIENCE_MS = 4_000;
const CHECK_EVERY_MS = 100;

/** How many parts of the page show that they are waiting. */
let waits = 0;

/** Says that the page waits for its content for as long as the component is there: what can come later makes room. */
export function usePageWait(waiting = true): void {
  useEffect(() => {
    if (!waiting) return;
    waits += 1;
    return () => {
      waits -= 1;
    };
  }, [waiting]);
}

/**
 * Resolves when the page shows what it was opened for and the browser has nothing else to do: on a slow network what is loaded
 * behind the page would take from it. Never takes longer than four seconds.
 */
export function pageShown(): Promise<void> {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const look = () => {
      const late = Date.now() - startedAt >= PATIENCE_MS;
      if (waits === 0 || late) resolve();
      else setTimeout(() => whenIdle(look, CHECK_EVERY_MS), CHECK_EVERY_MS);
    };
    whenIdle(look, PATIENCE_MS);
  });
}
