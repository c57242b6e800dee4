import { useEffect, useEffectEvent, useState } from 'react';
import { offerReload } from '../toast/offer-reload.ts';

/**
 * A part of a page whose code is loaded on first use. If it cannot be loaded (no network, another
 * release), only this part is missing: a toast reports it and offers to load the page again, and the
 * next use tries again.
 * @param wanted whether the part is to be shown
 * @param load imports it; always the same function
 * @param onFailed resets the request
 * @returns the part; null until it has loaded
 */
export function useLazyComponent<Part>(
  wanted: boolean,
  load: () => Promise<Part>,
  onFailed: () => void,
): Part | null {
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null);
  const waits = wanted && !loaded;
  const failed = useEffectEvent(() => {
    offerReload();
    onFailed();
  });

  useEffect(() => {
    if (!waits) return;
    let over = false;
    load().then(
      (part) => !over && setLoaded({ part }),
      () => !over && failed(),
    );
    return () => {
      over = true;
    };
  }, [waits, load]);

  return loaded?.part ?? null;
}
