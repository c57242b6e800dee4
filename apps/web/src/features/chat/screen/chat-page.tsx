import { chatDecision, type Notice } from '@dragoman/domain/navigation';
import { homePath } from '@dragoman/domain/routes';
import { isUuid } from '@dragoman/domain/uuid';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { profileLookup } from '@/entities/profile/profile-lookup.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useOutcome } from '@/shared/hooks/use-outcome.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { chatKeys } from '../model/chat-keys.ts';
import { type ChatAccess, chatSessionQuery } from '../sync/chat-session-query.ts';
import { threadQuery } from '../sync/history.ts';
import { useSnapshot } from '../sync/use-snapshot.ts';
import { ChatScreen } from './chat-screen.tsx';

/** The chat of a session (specification 2.18): finds out whether the user may open it. */
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
  useThreadMeanwhile(sessionId, access.data);
  const me = profile.data;
  const session = access.data?.session;
  // Paused: the browser is offline.
  const failed = access.isError || access.fetchStatus === 'paused';
  const lookup = access.data?.lookup ?? { status: failed ? 'failed' : 'loading' };
  const made = chatDecision(profileLookup(profile), sessionId, lookup);
  // The stored chat stays visible until the server's response.
  const kept =
    made.kind === 'wait' || (made.kind === 'show' && made.view === 'load-failed') ? snapshot : null;
  const decision = kept === null ? made : WAIT;
  // A chat that was open here and is no more: the page says why, and nothing went wrong that a toast had to tell.
  const [wasOpen, setWasOpen] = useState(false);
  if (session && !wasOpen) setWasOpen(true);
  useOutcome(wasOpen && session === null ? WAIT : decision);

  const isOpen = decision.kind === 'show' && decision.view === 'chat';
  const known = isOpen && me && session ? { session, me } : null;
  const chat = kept ? { session: kept.session, me: me ?? kept.me } : known;
  // Rendered in slices during the loading screen: a phone takes long to build a chat, and must stay
  // responsive.
  const isDrawn = useDeferredValue(chat !== null);
  if (chat && isDrawn) return <ChatScreen {...chat} />;
  if (chat || decision.kind !== 'show') return <LoadingScreen text={t('chat.loading')} />;
  if (decision.view === 'load-failed') {
    const retry = () => {
      if (!profile.isSuccess) void profile.refetch();
      if (!access.isSuccess) void access.refetch();
    };
    return <ChatFailed me={me ?? null} onRetry={retry} />;
  }
  return <ChatMissing me={me ?? null} reason={decision.notice} />;
}

/**
 * Has the messages read while it is not known yet whether the reader may see them: the server gives them to the session's two
 * people alone. What it gives to others, nothing, is not what they see after joining.
 */
function useThreadMeanwhile(sessionId: string, access: ChatAccess | undefined): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isUuid(sessionId)) void queryClient.prefetchQuery(threadQuery(supabase, sessionId));
  }, [supabase, queryClient, sessionId]);
  const isTheirs = access && access.session === null;
  useEffect(() => {
    if (isTheirs) queryClient.removeQueries({ queryKey: chatKeys.thread(sessionId) });
  }, [queryClient, sessionId, isTheirs]);
}

function ChatMissing({ me, reason }: { me: Profile | null; reason: Notice | undefined }) {
  const { t } = useTranslation();
  usePageTitle(t('chat.notFound'));
  const texts: Partial<Record<Notice, string>> = {
    'session-taken': t('join.taken'),
    'session-only-visitors': t('join.onlyVisitors'),
  };
  return (
    <FullPage title={t('chat.notFound')} text={(reason && texts[reason]) || t('chat.goneText')}>
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
