import { type ProfileForm, profileFormSchema } from '@dragoman/domain/profile-forms';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { BusinessCardScanner } from '@/entities/card/scan/business-card-scanner.tsx';
import { ScannedPicture } from '@/entities/card/scan/scanned-picture.tsx';
import { useScanFill } from '@/entities/card/scan/use-scan-fill.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { errorMessage } from '@/shared/api/error-message.ts';
import { useIsGuest } from '@/shared/auth/auth-context.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { ThemePicker } from '@/shared/layout/theme-picker.tsx';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { updateProfile, useSaveProfile } from '../api/save-profile.ts';
import { followSavedRow } from '../model/follow-saved-row.ts';
import { FOLLOW_ROW, profileFormValues } from '../model/form-values.ts';
import { useFormMessages } from '../model/use-form-messages.ts';
import { MissedReplies } from '../notifications/missed-replies.tsx';
import { SignInAndSecurity } from '../security/sign-in-and-security.tsx';
import { YourData } from '../your-data/your-data.tsx';
import { AvatarField } from './avatar-field.tsx';
import { BlockedPeople } from './blocked-people.tsx';
import { Devices } from './devices.tsx';
import { PreferredLanguage, ProfileFields } from './profile-fields.tsx';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';
import { WhatYouShare } from './what-you-share.tsx';

const ABOUT = ['name', 'company', 'designation'] as const;
const REACH = ['email', 'phone', 'whatsapp', 'wechat', 'website', 'linkedin'] as const;

/** Profile Settings of both dashboards (specification 2.15). */
export function ProfileSettingsPage() {
  const { t } = useTranslation();
  const profile = useCurrentProfile();
  const guest = useIsGuest();
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileFormSchema(useFormMessages(), guest)),
    values: profileFormValues(profile, undefined),
    resetOptions: FOLLOW_ROW,
  });
  useFormDraft(`profile-settings:${profile.user_id}`, form);
  const scan = useScanFill(form);
  const save = useSaveProfile((supabase, values: ProfileForm) =>
    updateProfile(supabase, profile.user_id, values),
  );

  const submit = form.handleSubmit((values) => {
    const sent = form.getValues();
    save.mutate(values, {
      onSuccess: (saved) => {
        followSavedRow(form, sent, profileFormValues(saved, undefined));
        toast.success(t('common.success'), { description: t('profileSettings.saved') });
      },
      onError: (error) =>
        toast.error(t('common.error'), { description: errorMessage(error, t('profileSettings.failed')) }),
    });
  });

  return (
    <>
      <PageHeading title={t('profileSettings.title')} text={t('profileSettings.text')} />
      <form onSubmit={submit} noValidate className="grid max-w-2xl grid-cols-1 gap-8">
        <AvatarField profile={profile} />
        <div className="grid grid-cols-1 gap-3">
          <BusinessCardScanner onRead={scan.fill} />
          <ScannedPicture scan={scan} />
        </div>
        <section className="grid grid-cols-1 gap-5">
          <h2 className="text-lg">{t('profileForm.sectionYou')}</h2>
          <ProfileFields form={form} fields={ABOUT} required={['name']} marks={scan}>
            <PreferredLanguage form={form} />
          </ProfileFields>
        </section>
        <section className="grid grid-cols-1 gap-5 border-t pt-6">
          <h2 className="text-lg">{t('profileForm.sectionReach')}</h2>
          <ProfileFields form={form} fields={REACH} required={guest ? [] : ['email']} marks={scan} />
        </section>
        <Button type="submit" size="lg" busy={save.isPending} className="sm:justify-self-start">
          {save.isPending ? t('profileSettings.saving') : t('profileSettings.save')}
        </Button>
      </form>
      {/* Above what loads later and would push it out of sight: the chat links to it. */}
      <MissedReplies profile={profile} className="mt-8 max-w-2xl border-t pt-6" />
      <WhatYouShare className="mt-8 max-w-2xl border-t pt-6" />
      <BlockedPeople className="mt-8 max-w-2xl border-t pt-6" />
      <Devices userId={profile.user_id} className="mt-8 max-w-2xl border-t pt-6" />
      {/* Not on the fieldset itself: a browser draws its legend over such a line. */}
      <div className="mt-8 max-w-2xl border-t pt-6">
        <ThemePicker className="sm:[&>div]:max-w-md" />
      </div>
      <ShortcutsSwitch className="mt-8 max-w-2xl border-t pt-6" />
      <SignInAndSecurity />
      <YourData profile={profile} />
    </>
  );
}
