import { chatDecision, type Notice } from '@dragoman/domain/navigation';
import { homePath } from '@dragoman/domain/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { FullPage } from '../../../components/full-page.tsx';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { Profile } from '../../../lib/database-types.ts';
import { profileLookup } from '../../../lib/profile-lookup.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { useSupabase } from '../../../lib/supabase.ts';
import { useOutcome } from '../../../lib/use-outcome.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { chatSessionQuery } from '../api/chat-session-query.ts';
import { ChatScreen } from './chat-screen.tsx';
import { useSnapshot } from './use-snapshot.ts';

/** The chat of a session (spec section 2, "Chat screen"): finds out whether the user may open it. */
export function ChatPage() {
  const { sessionId = '' } = useParams();
  return <ChatOf key={sessionId} sessionId={sessionId} />;
}

const WAIT = { kind: 'wait' } as const;

function ChatOf({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const snapshot = useSnapshot(sessionId);
  const profile = useProfile();
  const access = useQuery(chatSessionQuery(useSupabase(), sessionId));
  const me = profile.data;
  const session = access.data?.session;
  // Paused: the browser is offline.
  const failed = access.isError || access.fetchStatus === 'paused';
  const lookup = access.data?.lookup ?? { status: failed ? 'failed' : 'loading' };
  const made = chatDecision(profileLookup(profile), sessionId, lookup);
  // What this device has shown before stays until the server has said otherwise.
  const kept =
    made.kind === 'wait' || (made.kind === 'show' && made.view === 'load-failed') ? snapshot : null;
  const decision = kept === null ? made : WAIT;
  useOutcome(decision);

  if (kept) return <ChatScreen session={kept.session} me={me ?? kept.me} />;
  if (decision.kind !== 'show') return <LoadingScreen text={t('chat.loading')} />;
  if (decision.view === 'load-failed') {
    const retry = () => {
      if (!profile.isSuccess) void profile.refetch();
      if (!access.isSuccess) void access.refetch();
    };
    return <ChatFailed me={me ?? null} onRetry={retry} />;
  }
  if (decision.view === 'chat' && me && session) return <ChatScreen session={session} me={me} />;
  return <ChatMissing me={me ?? null} reason={decision.notice} />;
}

function ChatMissing({ me, reason }: { me: Profile | null; reason: Notice | undefined }) {
  const { t } = useTranslation();
  usePageTitle(t('chat.notFound'));
  const texts: Partial<Record<Notice, string>> = {
    'session-taken': t('join.taken'),
    'session-only-visitors': t('join.onlyVisitors'),
  };
  return (
    <FullPage title={t('chat.notFound')} text={reason && texts[reason]}>
      <BackToDashboard me={me} />
    </FullPage>
  );
}

function ChatFailed({ me, onRetry }: { me: Profile | null; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <FullPage title={t('chat.loadFailed')} text={t('chat.loadFailedText')}>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
        <BackToDashboard me={me} />
      </div>
    </FullPage>
  );
}

function BackToDashboard({ me }: { me: Profile | null }) {
  const { t } = useTranslation();
  return (
    <Button asChild variant="secondary">
      <Link to={homePath(me?.role ?? null)}>{t('chat.backToDashboard')}</Link>
    </Button>
  );
}
