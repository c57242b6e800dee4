import { useEffect, useState } from 'react';

/**
 * Whether something awaited since `since` (ISO) is still recent enough to be said to be on its way.
 */
export function useStillExpected(awaited: boolean, since: string, withinMs: number): boolean {
  const [over, setOver] = useState(false);
  const left = awaited ? Date.parse(since) + withinMs - Date.now() : 0;
  const isRecent = left > 0;
  useEffect(() => {
    if (!isRecent) return;
    const timer = setTimeout(() => setOver(true), withinMs);
    return () => clearTimeout(timer);
  }, [isRecent, withinMs]);
  return isRecent && !over;
}
