import { useCallback, useSyncExternalStore } from 'react';

/**
 * @returns whether a media query holds now; follows when a phone is turned. For what CSS alone
 * cannot lay out.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
