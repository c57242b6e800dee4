import { useCallback, useState } from 'react';

/** Which messages show their original alone; it outlives their scrolling out of view. */
export function useFolded(): { folded: ReadonlySet<string>; fold: (id: string) => void } {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = useCallback((id: string) => {
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return { folded, fold };
}
