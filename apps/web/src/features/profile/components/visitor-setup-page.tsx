import { LANGUAGES } from '@dragoman/domain/languages';
import { setupEnd } from '@dragoman/domain/navigation';
import { visitorDetailsSchema } from '@dragoman/domain/profile-forms';
import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { z } from 'zod';
import { Button } from '../../../components/ui/button.tsx';
import type { Profile } from '../../../lib/database-types.ts';
import { useFormDraft } from '../../../lib/form-drafts.ts';
import { recall } from '../../../lib/remembered-targets.ts';
import { useFollow } from '../../../lib/use-outcome.ts';
import { saveVisitorProfile, useSaveProfile } from '../api/save-profile.ts';
import { type VisitorSetupForm, visitorSetupValues } from '../model/form-values.ts';
import { useFormMessages } from '../model/use-form-messages.ts';
import { ProfileReady } from './profile-ready.tsx';
import { SetupLayout } from './setup-layout.tsx';
import { VisitorDetailsStep } from './visitor-details-step.tsx';
import { VisitorLanguageStep } from './visitor-language-step.tsx';

/** The visitor's setup: language and details, the last two steps of the onboarding wizard (spec section 2) on one page. */
export function VisitorSetupPage() {
  const { t } = useTranslation();
  const [invited] = useState(() => recall().redirect?.startsWith('/join/') ?? false);
  return (
    <ProfileReady>
      {(user, profile) => (
        <SetupLayout
          title={t('visitorSetup.title')}
          text={invited ? t('visitorSetup.textInvited') : t('visitorSetup.text')}
        >
          <VisitorForm user={user} profile={profile} />
        </SetupLayout>
      )}
    </ProfileReady>
  );
}

function VisitorForm({ user, profile }: { user: User; profile: Profile | null }) {
  const { t } = useTranslation();
  const follow = useFollow();
  const schema = visitorDetailsSchema(useFormMessages()).extend({ language: z.enum(LANGUAGES) });
  const form = useForm<VisitorSetupForm>({
    resolver: zodResolver(schema),
    defaultValues: visitorSetupValues(profile),
  });
  const forgetDraft = useFormDraft(`visitor-setup:${user.id}`, form);
  const save = useSaveProfile((supabase, values: VisitorSetupForm) =>
    saveVisitorProfile(supabase, user, values),
  );

  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        forgetDraft();
        follow(setupEnd('visitor', recall()));
      },
      onError: () => toast.error(t('common.error'), { description: t('visitorSetup.failedText') }),
    }),
  );

  const busy = save.isPending || save.isSuccess;
  return (
    <form onSubmit={submit} noValidate className="grid gap-8">
      <VisitorLanguageStep form={form} />
      <VisitorDetailsStep form={form} />
      {/* On a phone the button stays in sight: two fields are enough, the rest of the form is below it. */}
      <div className="max-sm:safe-x max-sm:safe-bottom max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:border-t max-sm:bg-paper max-sm:pt-3">
        <Button type="submit" size="lg" busy={busy} className="max-sm:w-full">
          {busy ? t('visitorSetup.saving') : t('visitorSetup.submit')}
        </Button>
      </div>
    </form>
  );
}
