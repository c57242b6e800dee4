import { guardDecision } from '@dragoman/domain/navigation';
import type { Role } from '@dragoman/domain/roles';
import { HOME_PATH } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { FullPage } from '../../../components/full-page.tsx';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CurrentProfileContext } from '../../../lib/current-profile.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { useOutcome } from '../../../lib/use-outcome.ts';
import { useViewer } from '../../../lib/use-viewer.ts';
import { DashboardLayout } from './dashboard-layout.tsx';

/** Lets in whoever has the dashboard's role, to the pages that it has (spec sections 2 and 5). */
export function DashboardGate({ dashboard }: { dashboard: Role }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const query = useProfile();
  const decision = guardDecision(useViewer(), { path: pathname + search, role: dashboard });
  useOutcome(decision);

  if (decision.kind !== 'show') return <LoadingScreen />;
  if (decision.view === 'profile-failed' || !query.data) {
    return (
      <FullPage title={t('errors.profileTitle')} text={t('errors.profileText')}>
        <div className="flex flex-wrap justify-center gap-3">
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
          <Button asChild variant="secondary">
            <Link to={HOME_PATH}>{t('common.goHome')}</Link>
          </Button>
        </div>
      </FullPage>
    );
  }
  return (
    <CurrentProfileContext value={query.data}>
      <DashboardLayout />
    </CurrentProfileContext>
  );
}
