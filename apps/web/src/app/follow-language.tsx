import { useEffect } from 'react';
import { showLanguage } from '../i18n/i18n.ts';
import { chosenLanguage } from '../lib/choose-language.ts';
import { useProfile } from '../lib/profile-query.ts';

/** After sign-in the profile's language decides, and again whenever it changes. */
export function FollowLanguage() {
  const language = chosenLanguage(useProfile().data);
  useEffect(() => {
    if (language) showLanguage(language);
  }, [language]);
  return null;
}
