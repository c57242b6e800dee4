import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** What people scroll and read with. A place that has changed tells less: rows that are measured move it as well. */
const HANDLES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** @returns whether somebody has laid hands on an element since it came. */
export function useHandled(element: RefObject<HTMLElement | null>): () => boolean {
  const handled = useRef(false);
  useEffect(() => {
    const end = new AbortController();
    const note = () => {
      handled.current = true;
      end.abort();
    };
    for (const type of HANDLES) {
      element.current?.addEventListener(type, note, { passive: true, signal: end.signal });
    }
    return () => end.abort();
  }, [element]);
  return useCallback(() => handled.current, []);
}
