import { dashboardDecision } from '@dragoman/domain/page-guards';
import type { Role } from '@dragoman/domain/roles';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { toast } from 'sonner';
import { FullPage } from '../../../components/full-page.tsx';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CurrentProfileContext } from '../../../lib/current-profile.ts';
import { profileLookup } from '../../../lib/profile-lookup.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { DashboardLayout } from './dashboard-layout.tsx';

/**
 * Lets in whoever has the dashboard's role (spec section 2). The other role goes to its own dashboard; nobody's role
 * is denied with a toast. A profile that could not be read is neither: it can be tried again.
 */
export function DashboardGate({ dashboard }: { dashboard: Role }) {
  const { t } = useTranslation();
  const query = useProfile();
  const lookup = profileLookup(query);
  const decision = dashboardDecision(dashboard, lookup);
  const denied = lookup.status === 'missing';

  useEffect(() => {
    if (!denied) return;
    toast.error(t('guard.deniedTitle'), { id: 'guard', description: t(`guard.denied.${dashboard}`) });
  }, [denied, dashboard, t]);

  if (lookup.status === 'failed') {
    return (
      <FullPage title={t('errors.profileTitle')} text={t('errors.profileText')}>
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </FullPage>
    );
  }
  if (decision.kind === 'redirect') return <Navigate to={decision.goTo} replace />;
  if (decision.kind === 'loading' || !query.data) return <LoadingScreen />;
  return (
    <CurrentProfileContext value={query.data}>
      <DashboardLayout />
    </CurrentProfileContext>
  );
}
