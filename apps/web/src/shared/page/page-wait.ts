import { useEffect, useLayoutEffect } from 'react';
import { whenIdle } from '../async/when-idle.ts';

/** What is loaded behind a page does not wait for one that never comes, ms. */
const PATIENCE_MS = 4_000;
const CHECK_EVERY_MS = 100;

/** How many parts of the page show that they are waiting. */
let waits = 0;
const listeners = new Set<() => void>();

/** Says that the page waits for its content for as long as the component is there: what can come later makes room. */
export function usePageWait(waiting = true): void {
  // With what is drawn, not after it has been painted: a page that waits for nothing more takes the place of the server's.
  useLayoutEffect(() => {
    if (!waiting) return;
    waits += 1;
    return () => {
      waits -= 1;
      queueMicrotask(tell);
    };
  }, [waiting]);
}

function tell(): void {
  if (waits === 0) for (const listener of listeners) listener();
}

/**
 * Renders nothing; calls back, in the frame in which it becomes so, each time that no part of the page waits any more.
 * @param onShown always the same function
 */
export function PageShown({ onShown }: { onShown: () => void }): null {
  // Behind the effects of the parts that it stands after.
  useEffect(() => {
    listeners.add(onShown);
    tell();
    return () => void listeners.delete(onShown);
  }, [onShown]);
  return null;
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
