import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSupabase } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { fetchLogo, makeLogo } from '../api/logo-files.ts';
import { type LogoFault, logoType } from '../model/logo-file.ts';

const FAULT_TEXTS = {
  vector: 'boothCodes.logoVector',
  type: 'boothCodes.logoType',
  size: 'boothCodes.logoSize',
} as const satisfies Record<LogoFault, string>;

/**
 * A code's logo while it is edited. `path` is that of the kept one; null for a new one, and without
 * any.
 */
interface Logo {
  path: string | null;
  blob: Blob;
  bitmap: ImageBitmap;
}

/** @param keptPath of the code as it is saved */
export function useLogo(keptPath: string | null) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const [logo, setLogo] = useState<Logo | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [loading, setLoading] = useState(keptPath !== null);
  /** A choice or removal by the user takes precedence. */
  const chosen = useRef(false);

  useEffect(() => {
    if (keptPath === null || chosen.current) return;
    let over = false;
    fetchLogo(supabase, keptPath)
      .then(async (blob) => ({ path: keptPath, blob, bitmap: await createImageBitmap(blob) }))
      .then(
        (kept) => !over && !chosen.current && setLogo(kept),
        () => !over && toast.error(t('common.error'), { description: t('boothCodes.logoLost') }),
      )
      .finally(() => !over && setLoading(false));
    return () => {
      over = true;
    };
  }, [supabase, keptPath, t]);

  async function choose(file: File) {
    setFault(null);
    const found = await logoType(file);
    if ('fault' in found) return setFault(t(FAULT_TEXTS[found.fault]));
    const blob = await makeLogo(file, found.type).catch(() => null);
    if (!blob) return setFault(t('boothCodes.logoUnreadable'));
    chosen.current = true;
    setLogo({ path: null, blob, bitmap: await createImageBitmap(blob) });
  }

  function remove() {
    chosen.current = true;
    setFault(null);
    setLogo(null);
  }

  return { logo, loading, fault, choose, remove, setLogo };
}
