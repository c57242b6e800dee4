import { guardDecision } from '@dragoman/domain/navigation/guard';
import { Outlet, useLocation } from 'react-router';
import { useAuth, viewerAuth } from '@/shared/auth/auth-context.ts';
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { lazyAfterLoad } from '@/shared/page/lazy-after-load.tsx';

const BackgroundParts = lazyAfterLoad(async () => (await import('./background-parts.tsx')).BackgroundParts);

/** The protected-page guard (specification 5.1): its child routes are for signed-in users. */
export function RequireSession() {
  const { state } = useAuth();
  const { pathname, search } = useLocation();
  const decision = guardDecision(
    // No role is asked for here, so the profile is not waited for.
    {
      auth: viewerAuth(state),
      profile: { status: 'loading' },
      sessionEnded: state.status === 'signed-out' && state.ended,
    },
    { path: pathname + search, role: null },
  );
  useNavigationDecision(decision);
  if (decision.kind !== 'show') return <LoadingScreen />;
  return (
    <>
      <Outlet />
      <BackgroundParts />
    </>
  );
}
