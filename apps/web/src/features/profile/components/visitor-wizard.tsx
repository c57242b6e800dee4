import { LANGUAGES } from '@dragoman/domain/languages';
import { afterSetup } from '@dragoman/domain/navigation/account';
import { visitorDetailsSchema } from '@dragoman/domain/profile-forms';
import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@supabase/auth-js';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useScanFill } from '@/entities/card/scan/use-scan-fill.ts';
import { chosenLanguage } from '@/entities/profile/choose-language.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { recallRedirect } from '@/shared/auth/post-login-redirect.ts';
import { useFollowDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { interfaceLanguage } from '@/shared/i18n/i18n.ts';
import { forgetDraft } from '@/shared/offline/draft-storage.ts';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { saveVisitorProfile, useSaveProfile } from '../api/save-profile.ts';
import { FOLLOW_ROW, type VisitorSetupForm, visitorSetupValues } from '../model/form-values.ts';
import { useFormMessages } from '../model/use-form-messages.ts';
import { useLanguageOfInterface } from '../model/use-language-of-interface.ts';
import { useWizard } from '../model/use-wizard.ts';
import { canGoOn, WIZARD_STEPS } from '../model/wizard.ts';
import { VisitorDetailsStep } from './visitor-details-step.tsx';
import { VisitorLanguageStep } from './visitor-language-step.tsx';
import { VisitorPassStep } from './visitor-pass-step.tsx';
import { WizardActions } from './wizard-actions.tsx';
import { WizardProgress } from './wizard-progress.tsx';

/**
 * The three steps over one form; the input stays when the user goes back or reloads, or the save
 * fails.
 */
export function VisitorWizard({ user, profile }: { user: User; profile: Profile | null }) {
  const { t } = useTranslation();
  const follow = useFollowDecision();
  const stepDraft = `visitor-setup-step:${user.id}`;
  const [wizard, dispatch] = useWizard(stepDraft);
  const schema = visitorDetailsSchema(useFormMessages()).extend({ language: z.enum(LANGUAGES) });
  const form = useForm<VisitorSetupForm>({
    resolver: zodResolver(schema),
    values: visitorSetupValues(profile, chosenLanguage(profile) ?? interfaceLanguage()),
    resetOptions: FOLLOW_ROW,
    // 'Complete Setup' waits for a valid form: a missing value is reported when a field is left.
    mode: 'onTouched',
  });
  const [name, company, language] = useWatch({
    control: form.control,
    name: ['name', 'company', 'language'],
  });
  const forgetForm = useFormDraft(`visitor-setup:${user.id}`, form);
  useLanguageOfInterface(profile, (language) => form.setValue('language', language, { shouldDirty: true }));
  const scan = useScanFill(form);
  const save = useSaveProfile((supabase, values: VisitorSetupForm) =>
    saveVisitorProfile(supabase, user, values),
  );
  const enabled = canGoOn(wizard, { name, company, language, valid: form.formState.isValid });
  const step = WIZARD_STEPS[wizard.step];

  const complete = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        forgetForm();
        forgetDraft(stepDraft);
        follow(afterSetup('visitor', recallRedirect()));
      },
      onError: () => toast.error(t('common.error'), { description: t('visitorSetup.failedText') }),
    }),
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    if (step === 'details') return void complete(event);
    event.preventDefault();
    if (enabled) dispatch({ type: 'next' });
  }

  return (
    // A field that takes the focus is scrolled clear of the bar with the buttons.
    <form onSubmit={submit} noValidate className="flex flex-1 flex-col gap-6 [&_input]:scroll-mb-28">
      <div>
        <WizardProgress step={wizard.step} />
        {step === 'pass' && (
          <VisitorPassStep
            pass={wizard.pass}
            onRead={(fields, picture) => {
              scan.fill(fields, picture);
              dispatch({ type: 'scanned' });
            }}
          />
        )}
        {step === 'language' && (
          <Step key={step} title={t('language.title')}>
            <VisitorLanguageStep form={form} />
          </Step>
        )}
        {step === 'details' && (
          <Step key={step} title={t('visitorSetup.detailsTitle')}>
            <VisitorDetailsStep form={form} scan={scan} />
          </Step>
        )}
      </div>
      <WizardActions
        step={wizard.step}
        enabled={enabled}
        saving={save.isPending || save.isSuccess}
        onBack={() => dispatch({ type: 'back' })}
        onSkip={() => dispatch({ type: 'skip' })}
      />
    </form>
  );
}

/** A later step: its heading takes the focus, so that a screen reader says where one is. */
function Step({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid animate-fade gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
