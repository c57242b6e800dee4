import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { backgroundPart } from '@/shared/page/background-part.tsx';
import { PageErrorBoundary } from '../pages/page-error-boundary.tsx';
import { LinkArrival } from './link-arrival.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ScrollMemory } from './scroll-memory.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { SkipLink } from './skip-link.tsx';

const AnnouncementBanner = backgroundPart(
  async () => (await import('@/entities/announcement/announcement-banner.tsx')).AnnouncementBanner,
);

/** Around every page. */
export function RootLayout() {
  const { key } = useLocation();
  return (
    <PageErrorBoundary place={key}>
      <SkipLink />
      <OfflineBanner />
      <NewVersionNotice />
      <AnnouncementBanner />
      <LinkArrival>
        <Suspense fallback={<LoadingScreen />}>
          <SecondFactorGate>
            <Outlet />
          </SecondFactorGate>
        </Suspense>
      </LinkArrival>
      <ScrollMemory />
    </PageErrorBoundary>
  );
}
