import type { Language } from '@dragoman/domain/languages';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenLanguage } from '@/entities/profile/choose-language.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { interfaceLanguage } from '@/shared/i18n/i18n.ts';

/**
 * Keeps a setup form's language equal to the interface's: the header has a switch too, and saving
 * must not revert a choice made there. Until the profile has a language, this includes the language
 * of a restored draft; so call this after `useFormDraft`.
 * @param select puts a language into the form
 */
export function useLanguageOfInterface(profile: Profile | null, select: (language: Language) => void): void {
  const { language } = useTranslation().i18n;
  const seen = useRef(chosenLanguage(profile) ? language : null);
  const follow = useEffectEvent(select);
  useEffect(() => {
    if (seen.current === language) return;
    seen.current = language;
    follow(interfaceLanguage());
  }, [language]);
}
