import { Outlet, ScrollRestoration } from 'react-router';
import { OfflineBanner } from '../components/offline-banner.tsx';
import { LinkArrival } from './link-arrival.tsx';
import { NewVersionNotice } from './new-version-notice.tsx';

/** Around every page. */
export function RootLayout() {
  return (
    <>
      <LinkArrival />
      <OfflineBanner />
      <NewVersionNotice />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
