import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../toast/toast.ts';

/**
 * A part of a page whose code is loaded when somebody first asks for it. Code that cannot be loaded (no network, another
 * release) costs the part, not the page around it: a toast says so, and asking again tries again.
 * @param wanted whether the part is to be shown.
 * @param load imports it; always the same function.
 * @param onFailed takes back what was asked for.
 * @returns the part; null until it is there.
 */
export function useOnDemand<Part>(
  wanted: boolean,
  load: () => Promise<Part>,
  onFailed: () => void,
): Part | null {
  const { t } = useTranslation();
  const [loaded, setLoaded] = useState<{ part: Part } | null>(null);
  const waits = wanted && !loaded;
  const failed = useEffectEvent(() => {
    toast.error(t('common.error'), { id: 'on-demand', description: t('onDemand.failed') });
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
