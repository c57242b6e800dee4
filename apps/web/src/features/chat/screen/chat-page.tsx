import { chatDecision } from '@dragoman/domain/navigation/chat';
import type { Notice } from '@dragoman/domain/navigation/decision';
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
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { meetingsQuery } from '../meetings/meetings-query.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { type ChatAccess, chatQuery } from '../sync/chat-query.ts';
import { messageHistoryQuery } from '../sync/message-history-query.ts';
import { useSnapshot } from '../sync/use-snapshot.ts';
import { ChatScreen } from './chat-screen.tsx';

/** The chat of a session (specification 2.18): finds out whether the user may open it. */
export function ChatPage() {
  const { sessionId: chatId = '' } = useParams();
  return <ChatOf key={chatId} chatId={chatId} />;
}

const WAIT = { kind: 'wait' } as const;

function ChatOf({ chatId }: { chatId: string }) {
  const { t } = useTranslation();
  const snapshot = useSnapshot(chatId);
  const profile = useProfile();
  const access = useQuery(chatQuery(useSupabase(), chatId));
  usePrefetchHistory(chatId, access.data);
  const me = profile.data;
  const chat = access.data?.session;
  // Paused: the browser is offline.
  const failed = access.isError || access.fetchStatus === 'paused';
  const lookup = access.data?.lookup ?? { status: failed ? 'failed' : 'loading' };
  const made = chatDecision(profileLookup(profile), chatId, lookup);
  // The stored chat stays visible until the server's response.
  const kept =
    made.kind === 'wait' || (made.kind === 'show' && made.view === 'load-failed') ? snapshot : null;
  const decision = kept === null ? made : WAIT;
  // A chat that was open here and is no more: the page says why, and nothing went wrong that a
  // toast had to tell.
  const [wasOpen, setWasOpen] = useState(false);
  if (chat && !wasOpen) setWasOpen(true);
  useNavigationDecision(wasOpen && chat === null ? WAIT : decision);

  const isOpen = decision.kind === 'show' && decision.view === 'chat';
  const known = isOpen && me && chat ? { chat, me } : null;
  const screen = kept ? { chat: kept.session, me: me ?? kept.me } : known;
  // Rendered in slices during the loading screen: a phone takes long to build a chat, and must stay
  // responsive.
  const isDrawn = useDeferredValue(screen !== null);
  if (screen && isDrawn) return <ChatScreen {...screen} />;
  if (screen || decision.kind !== 'show') return <LoadingScreen text={t('chat.loading')} />;
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
 * Starts to load messages and meetings before it is known whether the viewer may see them: the server
 * gives them to the session's two people alone. Others get an empty result, which must not be kept for
 * the time after joining.
 */
function usePrefetchHistory(chatId: string, access: ChatAccess | undefined): void {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isUuid(chatId)) return;
    void queryClient.prefetchQuery(messageHistoryQuery(supabase, chatId));
    void queryClient.prefetchQuery(meetingsQuery(supabase, chatId));
  }, [supabase, queryClient, chatId]);
  const isTheirs = access && access.session === null;
  useEffect(() => {
    if (!isTheirs) return;
    queryClient.removeQueries({ queryKey: chatKeys.messageHistory(chatId) });
    queryClient.removeQueries({ queryKey: chatKeys.meetings(chatId) });
  }, [queryClient, chatId, isTheirs]);
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
