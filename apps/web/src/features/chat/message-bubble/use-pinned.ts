import { useCallback, useMemo, useState } from 'react';

export interface Pinned {
  /** Ids of messages that stay in the document wherever the view is. */
  ids: ReadonlySet<string>;
  /** @returns a function that unpins it */
  pin: (id: string) => () => void;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Messages that must not leave the document when they leave the view: focus and sound would go with
 * them.
 */
export function usePinned(): Pinned {
  const [held, setHeld] = useState<readonly string[]>([]);
  const pin = useCallback((id: string) => {
    setHeld((before) => [...before, id]);
    // One message may be pinned twice, by the focus and by its sound: each releases its own pin.
    return () =>
      setHeld((before) => {
        const place = before.indexOf(id);
        return place < 0 ? before : before.toSpliced(place, 1);
      });
  }, []);
  const ids = useMemo(() => (held.length > 0 ? new Set(held) : NONE), [held]);
  return { ids, pin };
}
