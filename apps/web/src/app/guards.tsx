import { guardDecision } from '@dragoman/domain/navigation';
import { Outlet, useLocation } from 'react-router';
import { useAuth, viewerAuth } from '@/shared/auth/auth-context.ts';
import { useOutcome } from '@/shared/hooks/use-outcome.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { backgroundPart } from '@/shared/page/background-part.tsx';

const OutboxStarter = backgroundPart(
  async () => (await import('@/features/chat/sync/outbox-starter.tsx')).OutboxStarter,
);
const ScanStarter = backgroundPart(
  async () => (await import('@/features/card-box/components/scan-starter.tsx')).ScanStarter,
);
const LeadStarter = backgroundPart(
  async () => (await import('@/features/leads/components/lead-starter.tsx')).LeadStarter,
);
const ExportStarter = backgroundPart(
  async () => (await import('@/entities/export/export-starter.tsx')).ExportStarter,
);
const Inbox = backgroundPart(async () => (await import('@/features/inbox/components/inbox.tsx')).Inbox);

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
  useOutcome(decision);
  if (decision.kind !== 'show') return <LoadingScreen />;
  return (
    <>
      <Outlet />
      <OutboxStarter />
      <ScanStarter />
      <LeadStarter />
      <ExportStarter />
      <Inbox />
    </>
  );
}
