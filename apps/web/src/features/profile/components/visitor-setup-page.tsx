import { isInvitation } from '@dragoman/domain/navigation/account';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recallRedirect } from '@/shared/auth/post-login-redirect.ts';
import { ProfileReady } from './profile-ready.tsx';
import { SetupLayout } from './setup-layout.tsx';
import { VisitorWizard } from './visitor-wizard.tsx';

/**
 * The visitor onboarding wizard (specification 2.9); signed-out users are kept out by the guard of
 * its route.
 */
export function VisitorSetupPage() {
  const { t } = useTranslation();
  const [invited] = useState(() => isInvitation(recallRedirect().redirect));
  return (
    <ProfileReady>
      {(user, profile) => (
        <SetupLayout
          title={t('visitorSetup.title')}
          text={invited ? t('visitorSetup.textInvited') : t('visitorSetup.text')}
        >
          <VisitorWizard user={user} profile={profile} />
        </SetupLayout>
      )}
    </ProfileReady>
  );
}
