import type { JoinTarget } from '@dragoman/domain/join-target';
import { type GuestDetails, guestFormSchema } from '@dragoman/domain/profile-forms';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguageChoice } from '@/entities/profile/choose-language.ts';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { LanguagePicker } from '@/shared/ui/form/language-picker.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { type GuestProblem, guestProblem, NotJoinedError, useEnterAsGuest } from '../api/enter-as-guest.ts';
import type { GuestStage } from '../model/guest-entrance.ts';

export interface GuestFormProps {
  target: JoinTarget;
  onStage: (stage: GuestStage) => void;
}

/** Texts of problems that the page does not show itself. */
const PROBLEM_TEXTS = {
  closed: 'guest.closed',
  busy: 'guest.busy',
  unreachable: 'auth.unreachable',
  failed: 'join.joinFailed',
} as const satisfies Record<Exclude<GuestProblem, 'changed'>, string>;

/**
 * All that a guest is asked: a name, the language that the page is in already, and a company if
 * they like.
 */
export function GuestForm({ target, onStage }: GuestFormProps) {
  const { t } = useTranslation();
  const [language, chooseLanguage] = useLanguageChoice();
  const schema = useMemo(
    () => guestFormSchema({ nameTooShort: t('profileForm.nameTooShort'), tooLong: t('profileForm.tooLong') }),
    [t],
  );
  const form = useForm<GuestDetails>({
    resolver: zodResolver(schema),
    defaultValues: { name: '', company: '' },
  });
  const forgetDraft = useFormDraft(`guest:${target.kind === 'session' ? target.id : target.code}`, form);
  const enter = useEnterAsGuest();
  const problem = enter.isError ? guestProblem(enter.error) : null;
  const { errors } = form.formState;

  // Within the tap that brought the form: a phone opens its keyboard then.
  useEffect(() => form.setFocus('name'), [form]);

  const submit = form.handleSubmit((details) => {
    onStage({ at: 'entering' });
    enter.mutate(
      { target, details, language },
      {
        onSuccess: ({ id }) => {
          forgetDraft();
          onStage({ at: 'inside', sessionId: id });
        },
        onError: (error) => {
          onStage({ at: 'asked' });
          // The form goes, and its message with it.
          const left = error instanceof NotJoinedError ? guestProblem(error) : 'changed';
          if (left !== 'changed') toast.error(t('common.error'), { description: t(PROBLEM_TEXTS[left]) });
        },
      },
    );
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-4 text-start">
      {problem && problem !== 'changed' && !enter.isPending && (
        <Alert tone="danger">{t(PROBLEM_TEXTS[problem])}</Alert>
      )}
      <TextField
        label={t('guest.name')}
        required
        error={errors.name?.message}
        autoComplete="name"
        enterKeyHint="go"
        dir="auto"
        {...form.register('name')}
      />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3">
        <LanguagePicker
          variant="compact"
          label={t('guest.language')}
          value={language}
          onChange={chooseLanguage}
        />
        <TextField
          label={t('guest.company')}
          error={errors.company?.message}
          autoComplete="organization"
          enterKeyHint="go"
          dir="auto"
          {...form.register('company')}
        />
      </div>
      <Button type="submit" size="lg" busy={enter.isPending || enter.isSuccess} className="w-full">
        {enter.isPending || enter.isSuccess ? t('join.joining') : t('guest.start')}
      </Button>
    </form>
  );
}
