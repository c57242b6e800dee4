import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import { useBackend } from '@/shared/api/supabase.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { FirstAdminForm, SignInForm } from '../accounts/sign-in-form.tsx';
import { type EventAdminSession, sessionQuery, signOut } from '../api/session.ts';
import { ClosedNotice, HostedNotice } from '../components/closed-notice.tsx';
import { AdminDashboard } from './admin-dashboard.tsx';

/**
 * The admin dashboard (docs/adr/0033): for administrators, who are apart from
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

/** The bar of the administrators' page. Its sign-in is independent of the user's. */
function EventAdminBar({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function leave() {
    setBusy(true);
    try {
      await signOut(queryClient);
    } catch {
      toast.error(t('common.error'), { description: t('organiser.signIn.failed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <header className="safe-x border-b pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-3 max-xs:flex-wrap max-xs:py-2">
        <BrandLink short="narrow" />
        <div className="flex items-center gap-1 max-xs:flex-wrap xs:shrink-0 sm:gap-2">
          <LanguageSwitch />
          {isOpen && (
            <Button variant="secondary" busy={busy} onClick={() => void leave()}>
              <LogOut aria-hidden="true" className="flip-rtl size-4.5 max-sm:hidden" />
              {t('organiser.signOut')}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}
