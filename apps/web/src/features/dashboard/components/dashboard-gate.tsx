import { guardDecision } from '@dragoman/domain/navigation';
import type { Role } from '@dragoman/domain/roles';
import { useLocation } from 'react-router';
import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { ProfileFailed } from '@/entities/profile/profile-failed.tsx';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { useViewer } from '@/entities/profile/use-viewer.ts';
import { useOutcome } from '@/shared/hooks/use-outcome.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { DashboardLayout } from './dashboard-layout.tsx';

/** Lets in users with the dashboard's role, to the pages of that role (specification 2.10, 5.1). */
export function DashboardGate({ dashboard }: { dashboard: Role }) {
  const { pathname, search } = useLocation();
  const query = useProfile();
  const decision = guardDecision(useViewer(), { path: pathname + search, role: dashboard });
  useOutcome(decision);

  if (decision.kind !== 'show') return <LoadingScreen />;
  if (decision.view === 'profile-failed' || !query.data) return <ProfileFailed query={query} />;
  return (
    <CurrentProfileContext value={query.data}>
      <DashboardLayout />
    </CurrentProfileContext>
  );
}
