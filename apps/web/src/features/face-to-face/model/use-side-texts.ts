import type { Language } from '@dragoman/domain/languages';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadPageTexts } from '@/shared/i18n/i18n.ts';

/**
 * The interface's texts in the language of one side of the screen.
 * @returns the texts of the display language until those have loaded, and where they cannot be
 */
export function useSideTexts(language: Language): { t: TFunction; language: Language } {
  const { t, i18n } = useTranslation();
  const [loaded, setLoaded] = useState<Language | null>(null);
  useEffect(() => {
    let over = false;
    loadPageTexts(language).then(
      () => !over && setLoaded(language),
      () => {},
    );
    return () => {
      over = true;
    };
  }, [language]);
  if (loaded !== language) return { t, language: i18n.language as Language };
  return { t: i18n.getFixedT(language), language };
}
