import { HOME_PATH, LOGIN_PATH } from '@dragoman/domain/routes';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { authCallbackParams } from '@/shared/auth/auth-callback-params.ts';
import { useAuth } from '@/shared/auth/auth-context.ts';

/**
 * Mailed links lead to the site's origin (specification 2.3). A link without a session redirects to
 * the login page, which shows why. Until then no page is rendered that could redirect elsewhere.
 */
export function FailedLinkRedirect({ children }: { children: ReactNode }) {
  const { state } = useAuth();
  const { pathname, search, hash } = useLocation();
  if (pathname !== HOME_PATH || state.status === 'loading') return children;
  const answer = authCallbackParams({ search, hash });
  const failed = answer === 'refused' || (answer === 'code' && state.status === 'signed-out');
  return failed ? <Navigate to={{ pathname: LOGIN_PATH, search, hash }} replace /> : children;
}
