import { useEffect } from 'react';

/**
 * Keeps the screen awake while `active`, where the browser can; asks again when the page comes back
 * into view.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let over = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const granted = await navigator.wakeLock.request('screen');
        if (over) await granted.release();
        else lock = granted;
      } catch {
        // Low battery or a policy refuses it; the screen then sleeps as usual.
      }
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, [active]);
}
