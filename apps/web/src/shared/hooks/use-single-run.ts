import { useRef } from 'react';

/**
 * An action of several steps that runs once at a time, as `useSingleMutation` does for one step: of
 * two presses in a row the second comes before the button has been drawn as busy.
 * @param action handles its failures itself
 * @returns the action; a call while it runs is dropped, and what it gives is there at once
 */
export function useSingleRun<Args extends unknown[]>(
  action: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const running = useRef(false);
  return async (...args) => {
    if (running.current) return;
    running.current = true;
    try {
      await action(...args);
    } finally {
      running.current = false;
    }
  };
}
