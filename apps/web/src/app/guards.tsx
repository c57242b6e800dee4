import { guardDecision } from '@dragoman/domain/page-guards';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router';
import { toast } from 'sonner';
import { LoadingScreen } from '../components/loading-screen.tsx';
import { useAuth } from '../lib/auth-context.ts';

// Loaded behind the page: nothing that is shown waits for it.
const OutboxStarter = lazy(async () => ({
  default: (await import('../features/chat/components/outbox-starter.tsx')).OutboxStarter,
}));

/** The protected-page guard (spec section 5): its child routes are for signed-in users. */
export function RequireSession() {
  const { t } = useTranslation();
  const { state } = useAuth();
  const { pathname, search } = useLocation();
  const auth = state.status === 'leaving' ? 'loading' : state.status;
  const decision = guardDecision({
    auth,
    requiredRole: null,
    lookup: { status: 'loading' },
    from: pathname + search,
  });
  const refused = decision.kind === 'redirect';

  useEffect(() => {
    if (refused) {
      toast.error(t('guard.authTitle'), { id: 'guard', description: t('guard.authText') });
    }
  }, [refused, t]);

  switch (decision.kind) {
    case 'loading':
      return <LoadingScreen />;
    case 'redirect':
      return <Navigate to={decision.goTo} replace />;
    case 'allow':
      return (
        <>
          <Outlet />
          <Suspense>
            <OutboxStarter />
          </Suspense>
        </>
      );
  }
}
