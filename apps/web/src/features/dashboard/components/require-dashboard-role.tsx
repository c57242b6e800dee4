import { guardDecision } from '@dragoman/domain/navigation/guard';
import type { Role } from '@dragoman/domain/roles';
import { useLocation } from 'react-router';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { ProfileLoadError } from '@/entities/profile/profile-load-error.tsx';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { useViewer } from '@/entities/profile/use-viewer.ts';
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

/** Admits users with the dashboard's role to the pages of that role (specification 2.10, 5.1). */
export function RequireDashboardRole({ dashboard }: { dashboard: Role }) {
  const { pathname, search } = useLocation();
  const query = useProfile();
  const decision = guardDecision(useViewer(), { path: pathname + search, role: dashboard });
  useNavigationDecision(decision);

  if (decision.kind !== 'show') return <LoadingScreen />;
  if (decision.view === 'profile-failed' || !query.data) return <ProfileLoadError query={query} />;
  return (
    <CurrentProfileContext value={query.data}>
      <DashboardLayout />
    </CurrentProfileContext>
  );
}
