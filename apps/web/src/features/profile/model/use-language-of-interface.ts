import type { Language } from '@dragoman/domain/languages';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chosenLanguage } from '@/entities/profile/choose-language.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { interfaceLanguage } from '@/shared/i18n/i18n.ts';

/**
 * Keeps the language of a setup form that of the interface: the header has a switch too, and what is saved at the end must not turn
 * back what was chosen there. As long as the profile has none of its own, that goes for the language of a restored draft as well;
 * call this after `useFormDraft`, therefore.
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
