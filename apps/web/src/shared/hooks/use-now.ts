import { useEffect, useState } from 'react';
import { usePageVisible } from './use-page-visible.ts';

const MINUTE_MS = 60_000;

/**
 * The time in ms since 1970, renewed every minute while the page is looked at: for 'five minutes
 * ago'.
 */
export function useNow(): number {
  const visible = usePageVisible();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!visible) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, [visible]);
  return now;
}
