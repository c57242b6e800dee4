import { type RefObject, useCallback, useEffect, useRef } from 'react';

/**
 * Input with which people scroll and read. A changed position says less: measured rows move the
 * list as well.
 */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * @returns when the user last scrolled or pressed something in an element, in ms since 1970; null
 * before the first time
 */
export function useLastInput(element: RefObject<HTMLElement | null>): () => number | null {
  const at = useRef<number | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const note = () => {
      at.current = Date.now();
    };
    for (const type of INPUTS) {
      element.current?.addEventListener(type, note, { passive: true, signal: end.signal });
    }
    return () => end.abort();
  }, [element]);
  return useCallback(() => at.current, []);
}
