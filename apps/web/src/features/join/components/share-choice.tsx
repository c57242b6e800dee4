import { type ComponentType, useEffect, useState } from 'react';
import type { Party } from '@/shared/api/database-types.ts';
import { loadPageTexts } from '@/shared/i18n/i18n.ts';

type Line = ComponentType<{ person: Party }>;

async function loadShareLine(): Promise<Line> {
  const [{ SharedFieldsLine: ShareLine }] = await Promise.all([
    import('@/entities/sharing/shared-fields-line.tsx'),
    loadPageTexts(),
  ]);
  return ShareLine;
}

/**
 * The data that the vendor receives on joining, with a way to change it. It loads after the page,
 * with its texts: the button does not wait for it. If it cannot be loaded, joining works without
 * it, and the chat offers the same choice.
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
