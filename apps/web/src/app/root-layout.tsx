import { Outlet, ScrollRestoration } from 'react-router';
import { LinkArrival } from './link-arrival.tsx';

/** Around every page. */
export function RootLayout() {
  return (
    <>
      <LinkArrival />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
