import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { LoadingScreen } from '../components/loading-screen.tsx';
import { PageTabs } from '../components/page-tabs.tsx';
import { ProfileSettingsPage } from '../features/profile/components/profile-settings-page.tsx';

/** The query of the profile page that shows the glossary. */
const GLOSSARY_QUERY = 'glossary';

const GlossaryPage = lazy(() =>
  import('../features/glossary/components/glossary-page.tsx').then(({ GlossaryPage }) => ({
    default: GlossaryPage,
  })),
);

/** A vendor's profile settings, with the glossary. */
export function VendorProfilePage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const showsGlossary = params.has(GLOSSARY_QUERY);
  const tabs = [
    { name: 'profile', to: '.', label: t('nav.profile') },
    { name: 'glossary', to: `?${GLOSSARY_QUERY}`, label: t('terms.title') },
  ];
  return (
    <>
      <PageTabs
        label={t('profileSettings.title')}
        tabs={tabs}
        current={showsGlossary ? 'glossary' : 'profile'}
      />
      {showsGlossary ? (
        <Suspense fallback={<LoadingScreen />}>
          <GlossaryPage />
        </Suspense>
      ) : (
        <ProfileSettingsPage />
      )}
    </>
  );
}
