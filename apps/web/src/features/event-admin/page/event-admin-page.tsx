import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { FirstAdminForm } from '../accounts/first-admin-form.tsx';
import { SignInForm } from '../accounts/sign-in-form.tsx';
import { type EventAdminSession, sessionQuery } from '../api/session.ts';
import { ClosedNotice, HostedNotice } from '../components/closed-notice.tsx';
import { AdminDashboard } from './admin-dashboard.tsx';
import { EventAdminBar } from './event-admin-bar.tsx';

/**
 * The admin dashboard (docs/adr/0033, docs/adr/0051): for administrators, who are apart from
 * users' accounts. A hosted Supabase has neither (docs/hosted-supabase.md).
 */
export function EventAdminPage() {
  const { t } = useTranslation();
  const { hosted } = useBackend().config;
  const query = useQuery({ ...sessionQuery, enabled: !hosted });
  usePageTitle(t('organiser.title'));
  return (
    <div className="flex min-h-dvh flex-col">
      <EventAdminBar isOpen={query.data?.state === 'open'} />
      <main id="content" className="safe-x safe-bottom flex-1 pt-6 sm:pt-10">
        <div className="mx-auto max-w-6xl pb-8">
          {hosted ? (
            <HostedNotice />
          ) : (
            <QueryView
              query={query}
              loadingText={t('organiser.loading')}
              skeleton={<Skeleton className="mx-auto h-72 max-w-md rounded-card" />}
              isEmpty={() => false}
              empty={null}
            >
              {(session) => <Door session={session} />}
            </QueryView>
          )}
        </div>
      </main>
    </div>
  );
}

function Door({ session }: { session: EventAdminSession }) {
  if (session.state === 'open') return <AdminDashboard />;
  if (session.state === 'no_secret') return <ClosedNotice />;
  if (session.state === 'first_admin') return <FirstAdminForm />;
  return <SignInForm expired={session.expired ?? false} />;
}
