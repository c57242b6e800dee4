import { guardDecision } from '@dragoman/domain/navigation';
import { lazy, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { LoadingScreen } from '../components/loading-screen.tsx';
import { useAuth } from '../lib/auth-context.ts';
import { useOutcome } from '../lib/use-outcome.ts';

// Loaded behind the page: nothing that is shown waits for it, or goes away when its code cannot be loaded.
const OutboxStarter = lazy(() =>
  import('../features/chat/components/outbox-starter.tsx').then(
    ({ OutboxStarter }) => ({ default: OutboxStarter }),
    () => ({ default: () => null }),
  ),
);
const ScanStarter = lazy(() =>
  import('../features/card-box/components/scan-starter.tsx').then(
    ({ ScanStarter }) => ({ default: ScanStarter }),
    () => ({ default: () => null }),
  ),
);
const Inbox = lazy(() =>
  import('../features/inbox/components/inbox.tsx').then(
    ({ Inbox }) => ({ default: Inbox }),
    () => ({ default: () => null }),
  ),
);

/** The protected-page guard (spec section 5): its child routes are for signed-in users. */
export function RequireSession() {
  const { state } = useAuth();
  const { pathname, search } = useLocation();
  const decision = guardDecision(
    // No role is asked for here, so the profile is not waited for.
    {
      auth: state.status,
      profile: { status: 'loading' },
      sessionEnded: state.status === 'signed-out' && state.ended,
    },
    { path: pathname + search, role: null },
  );
  useOutcome(decision);
  if (decision.kind !== 'show') return <LoadingScreen />;
  return (
    <>
      <Outlet />
      <Suspense>
        <OutboxStarter />
        <ScanStarter />
        <Inbox />
      </Suspense>
    </>
  );
}
