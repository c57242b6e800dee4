import type { Language } from '@dragoman/domain/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { updateLanguage } from '@/entities/profile/update-language.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { LanguagePicker } from '@/shared/ui/form/language-picker.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { chatKeys } from '../model/chat-keys.ts';

interface LanguageDialogProps {
  me: Profile;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The 'Change Language' dialog: a choice is saved at once. */
export function LanguageDialog({ me, open, onOpenChange }: LanguageDialogProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const byPointer = useRef(false);
  const change = useMutation({
    mutationFn: (language: Language) => updateLanguage(supabase, me.user_id, language),
    // Saves one choice after the other, so that the later one wins.
    scope: { id: 'language' },
    onSuccess(profile) {
      queryClient.setQueryData(queryKeys.profile(me.user_id), profile);
      void queryClient.invalidateQueries({ queryKey: chatKeys.sessions });
      // With the arrow keys one passes over languages: the dialog stays until it is closed.
      if (byPointer.current) onOpenChange(false);
      toast.success(t('chat.languageUpdatedTitle'), { description: t('chat.languageUpdatedText') });
    },
    onError: () => toast.error(t('common.error'), { description: t('common.languageFailed') }),
  });

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={t('chat.changeLanguage')}
        description={t('chat.changeLanguageText')}
        onPointerDown={() => {
          byPointer.current = true;
        }}
        onKeyDown={() => {
          byPointer.current = false;
        }}
      >
        <LanguagePicker
          variant="card"
          value={change.isPending ? change.variables : me.language}
          // Not disabled meanwhile: that would take the focus away.
          onChange={(language) => change.mutate(language)}
        />
      </DialogContent>
    </Dialog>
  );
}
