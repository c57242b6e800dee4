import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { KNOWLEDGE_BASE_QUERY } from '@/entities/knowledge-base/knowledge-base.ts';
import { ProfileSettingsPage } from '@/features/profile/components/profile-settings-page.tsx';
import { useBackend } from '@/shared/api/supabase.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { PageTabs } from '@/shared/layout/page-tabs.tsx';

/** The query of the profile page that shows the glossary. */
const GLOSSARY_QUERY = 'glossary';

const GlossaryPage = lazy(() =>
  import('@/features/glossary/components/glossary-page.tsx').then(({ GlossaryPage }) => ({
    default: GlossaryPage,
  })),
);

const MaterialPage = lazy(() =>
  import('@/features/knowledge-base/components/knowledge-base-page.tsx').then(
    ({ KnowledgeBasePage: MaterialPage }) => ({
      default: MaterialPage,
    }),
  ),
);

/**
 * A vendor's profile settings, with the glossary, and where an assistant is set up with what it
 * answers from.
 */
export function VendorProfilePage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { assistant } = useBackend().config;
  const showsMaterial = assistant && params.has(KNOWLEDGE_BASE_QUERY);
  const showsGlossary = !showsMaterial && params.has(GLOSSARY_QUERY);
  const tabs = [
    { name: 'profile', to: '.', label: t('nav.profile') },
    { name: 'glossary', to: `?${GLOSSARY_QUERY}`, label: t('terms.title') },
    ...(assistant ? [{ name: 'material', to: `?${KNOWLEDGE_BASE_QUERY}`, label: t('material.title') }] : []),
  ];
  return (
    <>
      <PageTabs
        label={t('profileSettings.title')}
        tabs={tabs}
        current={showsMaterial ? 'material' : showsGlossary ? 'glossary' : 'profile'}
      />
      {showsMaterial || showsGlossary ? (
        <Suspense fallback={<LoadingScreen />}>
          {showsMaterial ? <MaterialPage /> : <GlossaryPage />}
        </Suspense>
      ) : (
        <ProfileSettingsPage />
      )}
    </>
  );
}
