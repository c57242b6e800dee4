import type { Language } from '@dragoman/domain/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useIsGuest } from '@/shared/auth/auth-context.ts';
import { setInterfaceLanguage, showLanguage } from '@/shared/i18n/i18n.ts';
import { toast } from '@/shared/toast/toast.ts';
import { useProfile } from './profile-query.ts';
import { updateLanguage } from './update-language.ts';

/**
 * The language of a profile that its owner has filled in, and so chosen; null before: choosing a
 * role makes a row in English (specification 3.1), which the user did not ask for.
 * @param guest whether it is a guest's, who has chosen it with their name
 */
export function chosenLanguage(profile: Profile | null | undefined, guest = false): Language | null {
  return profile?.name?.trim() && (guest || profile.company?.trim()) ? profile.language : null;
}

/** The language that the signed-in user has chosen; null without one. */
export function useChosenLanguage(): Language | null {
  return chosenLanguage(useProfile().data, useIsGuest());
}

/**
 * The switch of the headers: changes the profile's language, which the interface follows, or this
 * browser's alone as long as there is no filled-in profile.
 * @returns what is chosen, also while it is being saved, and what chooses
 */
export function useLanguageChoice(): [language: Language, choose: (language: Language) => void] {
  const { t, i18n } = useTranslation();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const profile = useProfile().data;
  const kept = useChosenLanguage();
  const change = useMutation({
    mutationFn: async (language: Language) => {
      // The texts first, so that the saved language can be shown.
      await setInterfaceLanguage(language);
      if (!profile || !kept) return null;
      // An earlier request for the profile could finish after this save, with the previous
      // language.
      await queryClient.cancelQueries({ queryKey: queryKeys.profile(profile.user_id) });
      return updateLanguage(supabase, profile.user_id, language);
    },
    networkMode: 'always',
    // Saves one choice after the other, so that the later one wins.
    scope: { id: 'language' },
    onSuccess(saved) {
      if (saved) queryClient.setQueryData(queryKeys.profile(saved.user_id), saved);
    },
    onError() {
      toast.error(t('common.error'), { description: t('common.languageFailed') });
      if (kept) showLanguage(kept);
    },
  });
  const now = change.isPending ? change.variables : (i18n.language as Language);
  return [now, change.mutate];
}
