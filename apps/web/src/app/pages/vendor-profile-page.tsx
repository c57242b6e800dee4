import { WEBHOOKS_QUERY } from '@dragoman/domain/routes';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { CATALOGUE_QUERY } from '@/entities/catalogue/catalogue.ts';
import { KNOWLEDGE_BASE_QUERY } from '@/entities/knowledge-base/knowledge-base.ts';
import { ProfileSettingsPage } from '@/features/profile/components/profile-settings-page.tsx';
import { useBackend } from '@/shared/api/supabase.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { PageTabs } from '@/shared/layout/page-tabs.tsx';

/** The queries of the profile page that show the other pages. */
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

const WebhooksPage = lazy(() =>
  import('@/features/webhooks/components/webhooks-page.tsx').then(({ WebhooksPage }) => ({
    default: WebhooksPage,
  })),
);

const CataloguePage = lazy(() =>
  import('@/features/catalogue/components/catalogue-page.tsx').then(({ CataloguePage }) => ({
    default: CataloguePage,
  })),
);

/**
 * A vendor's profile settings, with the catalogue, the glossary, where an assistant is set up with
 * what it answers from, and on the product's own server with the webhook.
 */
export function VendorProfilePage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { assistant, hosted } = useBackend().config;
  // A hosted Supabase sends no webhooks.
  const extras = [
    { name: 'catalogue', query: CATALOGUE_QUERY, label: t('catalogue.title'), Page: CataloguePage },
    { name: 'glossary', query: GLOSSARY_QUERY, label: t('terms.title'), Page: GlossaryPage },
    ...(assistant
      ? [{ name: 'material', query: KNOWLEDGE_BASE_QUERY, label: t('material.title'), Page: MaterialPage }]
      : []),
    ...(hosted
      ? []
      : [{ name: 'webhooks', query: WEBHOOKS_QUERY, label: t('webhooks.title'), Page: WebhooksPage }]),
  ];
  const shown = extras.find(({ query }) => params.has(query));
  const tabs = [
    { name: 'profile', to: '.', label: t('nav.profile') },
    ...extras.map(({ name, query, label }) => ({ name, to: `?${query}`, label })),
  ];
  return (
    <>
      <PageTabs label={t('profileSettings.title')} tabs={tabs} current={shown?.name ?? 'profile'} />
      {shown ? (
        <Suspense fallback={<LoadingScreen />}>
          <shown.Page />
        </Suspense>
      ) : (
        <ProfileSettingsPage />
      )}
    </>
  );
}
