import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '@/shared/auth/auth-context.ts';
import { LazyPage } from '../pages/lazy-page.tsx';

/** Pages that are the same for everybody, or have sign-ins of their own. */
const OPEN_PAGES = new Set(['/contact', '/pricing', '/organiser']);

const loadPage = async () => ({
  Component: (await import('@/features/auth/components/second-factor-page.tsx')).SecondFactorPage,
});

/**
 * Who owes a second factor is asked for it wherever they are, also after a reload; then the page that they came for goes on. Any page
 * that is not known to be open is closed.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { state } = useAuth();
  const { pathname } = useLocation();
  if (state.status !== 'second-factor' || OPEN_PAGES.has(pathname)) return children;
  return <LazyPage load={loadPage} />;
}
