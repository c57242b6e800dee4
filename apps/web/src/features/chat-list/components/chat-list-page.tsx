import { dashboardPath } from '@dragoman/domain/routes';
import { MessagesSquare, QrCode, ScanLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useChatList } from '@/entities/chat/chat-list-query.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { AlertsSwitch } from './alerts-switch.tsx';
import { ChatList } from './chat-list.tsx';
import { RequestList } from './request-list.tsx';

/** The sessions list of both dashboards (specification 2.12). */
export function ChatListPage() {
  const { t } = useTranslation();
  const profile = useCurrentProfile();
  const chats = useChatList(profile);
  return (
    <>
      <PageHeading title={t('sessions.title')} text={t('sessions.text')} actions={<AlertsSwitch />} />
      <RequestList me={profile} />
      <QueryView
        query={chats}
        loadingText={t('sessions.loading')}
        skeleton={<SessionsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={<NoSessions />}
      >
        {(list) => <ChatList chats={list} me={profile} />}
      </QueryView>
    </>
  );
}

function NoSessions() {
  const { t } = useTranslation();
  const { role } = useCurrentProfile();
  const vendor = role === 'vendor';
  const Icon = vendor ? QrCode : ScanLine;
  return (
    <EmptyState
      icon={MessagesSquare}
      title={t('sessions.emptyTitle')}
      text={vendor ? t('sessions.emptyVendor') : t('sessions.emptyVisitor')}
    >
      <Button asChild>
        <Link to={`${dashboardPath(role)}/${vendor ? 'qr-codes' : 'scan'}`}>
          <Icon aria-hidden="true" className="size-5" />
          {vendor ? t('nav.generateQr') : t('nav.scanQr')}
        </Link>
      </Button>
    </EmptyState>
  );
}

function SessionsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-4 rounded-card border bg-surface p-4">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-56" />
          </div>
          <Skeleton className="h-11 w-20 max-xs:hidden" />
        </div>
      ))}
    </div>
  );
}
