import { type ComponentType, useEffect, useState } from 'react';
import type { Party } from '@/shared/api/database-types.ts';
import { loadPageTexts } from '@/shared/i18n/i18n.ts';

type Line = ComponentType<{ person: Party }>;

async function loadShareLine(): Promise<Line> {
  const [{ ShareLine }] = await Promise.all([import('@/entities/sharing/share-line.tsx'), loadPageTexts()]);
  return ShareLine;
}

/**
 * What goes to the vendor when one joins, and the way to change it. It comes behind the page with its texts: the button waits for
 * nothing, and where it cannot be loaded joining goes on as ever, with the same choice in the chat.
 */
export function ShareChoice({ vendor }: { vendor: Party | null }) {
  const [Loaded, setLoaded] = useState<Line | null>(null);
  useEffect(() => {
    let over = false;
    loadShareLine().then(
      (line) => over || setLoaded(() => line),
      () => {},
    );
    return () => {
      over = true;
    };
  }, []);
  return vendor && Loaded && <Loaded person={vendor} />;
}
