import { useEffect } from 'react';
import { useChosenLanguage } from '@/entities/profile/choose-language.ts';
import { showLanguage } from '@/shared/i18n/i18n.ts';

/** After sign-in the profile's language decides, and again whenever it changes. */
export function SyncLanguage() {
  const language = useChosenLanguage();
  useEffect(() => {
    if (language) showLanguage(language);
  }, [language]);
  return null;
}
