import { Suspense, useLayoutEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { lazyAfterLoad } from '@/shared/page/lazy-after-load.tsx';
import { endServerPage } from '@/shared/page/server-page.ts';
import { PageErrorBoundary } from '../pages/page-error-boundary.tsx';
import { FailedLinkRedirect } from './failed-link-redirect.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { ScrollPositions } from './scroll-positions.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { SkipLink } from './skip-link.tsx';

const LaterNotices = lazyAfterLoad(async () => (await import('./later-notices.tsx')).LaterNotices);

/** Around every page. */
export function RootLayout() {
  const { key } = useLocation();
  return (
    <PageErrorBoundary place={key}>
      <SkipLink />
      <OfflineBanner />
      <NewVersionNotice />
      <LaterNotices />
      <FailedLinkRedirect>
        <Suspense fallback={<LoadingScreen />}>
          <SecondFactorGate>
            <Outlet />
          </SecondFactorGate>
          <Hydrated />
        </Suspense>
      </FailedLinkRedirect>
      <ScrollPositions />
    </PageErrorBoundary>
  );
}

/** Inside the Suspense boundary, which React hydrates after the layout around it. */
function Hydrated() {
  useLayoutEffect(endServerPage, []);
  return null;
}
