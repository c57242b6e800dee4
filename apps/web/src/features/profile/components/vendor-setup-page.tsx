import { afterSetup } from '@dragoman/domain/navigation/account';
import { homeOf, type NavigationDecision } from '@dragoman/domain/navigation/decision';
import { type ProfileForm, profileFormSchema } from '@dragoman/domain/profile-forms';
import { zodResolver } from '@hookform/resolvers/zod';
import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { GuestNotice } from '@/entities/account/guest-notice.tsx';
import { BusinessCardScanner } from '@/entities/card/scan/business-card-scanner.tsx';
import { EntrancePassScan } from '@/entities/card/scan/entrance-pass-scan.tsx';
import { ScannedPicture } from '@/entities/card/scan/scanned-picture.tsx';
import { useScanFill } from '@/entities/card/scan/use-scan-fill.ts';
import { chosenLanguage } from '@/entities/profile/choose-language.ts';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useIsGuest } from '@/shared/auth/auth-context.ts';
import { recallRedirect } from '@/shared/auth/post-login-redirect.ts';
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { interfaceLanguage, showLanguage } from '@/shared/i18n/i18n.ts';
import { useFormDraft } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { saveVendorProfile, useSaveProfile } from '../api/save-profile.ts';
import { FOLLOW_ROW, profileFormValues } from '../model/form-values.ts';
import { useFormMessages } from '../model/use-form-messages.ts';
import { useLanguageOfInterface } from '../model/use-language-of-interface.ts';
import { AvatarField } from './avatar-field.tsx';
import { PreferredLanguage, ProfileFields } from './profile-fields.tsx';
import { ProfileReady } from './profile-ready.tsx';
import { SetupLayout } from './setup-layout.tsx';

const FIELDS = ['name', 'company', 'email', 'phone', 'website', 'whatsapp', 'wechat'] as const;

/** The vendor profile completion page (specification 2.8). */
export function VendorSetupPage() {
  const { t } = useTranslation();
  const guest = useIsGuest();
  return (
    <ProfileReady>
      {(user, profile) => (
        <SetupLayout
          title={t('vendorSetup.title')}
          text={t(guest ? 'guest.vendorText' : 'vendorSetup.text')}
          wide
        >
          {/* Stays when the form takes the place below it: it says that the account is kept. */}
          <GuestNotice className="max-w-prose rounded-card border border-line bg-sunken px-4 py-3" />
          {guest ? <GuestWayBack /> : <VendorForm user={user} profile={profile} />}
        </SetupLayout>
      )}
    </ProfileReady>
  );
}

/**
 * The way on for guests who are not becoming vendors: the database refuses guests as vendors
 * (docs/adr/0025).
 */
function GuestWayBack() {
  const { t } = useTranslation();
  const home = homeOf(profileLookup(useProfile()));
  return (
    <Button asChild variant="secondary" className="mt-6 justify-self-start self-start">
      <Link to={home}>{t('common.goHome')}</Link>
    </Button>
  );
}

function VendorForm({ user, profile }: { user: User; profile: Profile | null }) {
  const { t } = useTranslation();
  const form = useForm<ProfileForm>({
    resolver: zodResolver(profileFormSchema(useFormMessages())),
    values: profileFormValues(profile, user.email, chosenLanguage(profile) ?? interfaceLanguage()),
    resetOptions: FOLLOW_ROW,
  });
  const forgetDraft = useFormDraft(`vendor-setup:${user.id}`, form);
  useLanguageOfInterface(profile, (language) => form.setValue('language', language, { shouldDirty: true }));
  const save = useSaveProfile((supabase, values: ProfileForm) =>
    saveVendorProfile(supabase, user.id, values),
  );
  const [end, setEnd] = useState<NavigationDecision<never>>({ kind: 'wait' });
  useNavigationDecision(end);
  const scan = useScanFill(form);

  const submit = form.handleSubmit((values) =>
    save.mutate(values, {
      onSuccess: () => {
        forgetDraft();
        setEnd(afterSetup('vendor', recallRedirect()));
      },
      onError: () => toast.error(t('vendorSetup.failedTitle'), { description: t('vendorSetup.failedText') }),
    }),
  );

  const busy = save.isPending || save.isSuccess;
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid gap-8 lg:grid-cols-[19rem_minmax(0,1fr)] lg:items-start lg:gap-12"
    >
      <div className="grid gap-3 sm:max-lg:grid-cols-2 lg:sticky lg:top-6">
        <EntrancePassScan onRead={scan.fill} />
        <BusinessCardScanner onRead={scan.fill} />
        <div className="empty:hidden sm:max-lg:col-span-2">
          <ScannedPicture scan={scan} column />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-6">
        {profile && <AvatarField profile={profile} />}
        <PreferredLanguage form={form} onChoice={showLanguage} />
        <ProfileFields form={form} fields={FIELDS} required={['name', 'email']} marks={scan} />
        <Button type="submit" size="lg" busy={busy} className="sm:justify-self-start">
          {busy ? t('vendorSetup.saving') : t('vendorSetup.save')}
        </Button>
      </div>
    </form>
  );
}
