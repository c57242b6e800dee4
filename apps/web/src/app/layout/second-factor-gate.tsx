import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '@/shared/auth/auth-context.ts';
import { LazyPage } from '../pages/lazy-page.tsx';

/** Pages with the same content for all users, or with a sign-in of their own. */
const OPEN_PAGES = new Set(['/contact', '/pricing', '/organiser']);

const loadPage = async () => ({
  Component: (await import('@/features/auth/components/second-factor-page.tsx')).SecondFactorPage,
});

/**
 * Asks a user who owes a second factor for it on every page, after a reload too; then the requested
 * page continues. A page that is not known to be public is closed.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const { state } = useAuth();
  const { pathname } = useLocation();
  if (state.status !== 'second-factor' || OPEN_PAGES.has(pathname)) return children;
  return <LazyPage load={loadPage} />;
}
