import { useEffect, useState } from 'react';

/** Waiting for longer than this deserves a word, ms. */
const SLOW_MS = 5_000;

/** @returns whether the component has been there for so long that its reader should hear why. */
export function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}
