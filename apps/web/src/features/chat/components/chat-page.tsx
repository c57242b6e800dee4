import { homePath, joinPath } from '@dragoman/domain/routes';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import { toast } from 'sonner';
import { FullPage } from '../../../components/full-page.tsx';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import type { Profile } from '../../../lib/database-types.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { useSupabase } from '../../../lib/supabase.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { type ChatAccess, chatSessionQuery } from '../api/chat-session-query.ts';
import { ChatScreen } from './chat-screen.tsx';
import { useSnapshot } from './use-snapshot.ts';

/** The chat of a session (spec section 2, "Chat screen"): finds out whether the user may open it. */
export function ChatPage() {
  const { sessionId = '' } = useParams();
  return <ChatOf key={sessionId} sessionId={sessionId} />;
}

function ChatOf({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const snapshot = useSnapshot(sessionId);
  const profile = useProfile();
  const me = profile.data;
  const access = useQuery(chatSessionQuery(supabase, sessionId, me));

  if (me && access.data) return <ChatFor sessionId={sessionId} me={me} access={access.data} />;
  if (me !== null && snapshot) return <ChatScreen session={snapshot.session} me={me ?? snapshot.me} />;
  if (me === null) return <ChatMissing me={null} reason="not-found" />;
  if (profile.isError) return <ChatFailed me={null} onRetry={() => void profile.refetch()} />;
  if (access.isError) return <ChatFailed me={me ?? null} onRetry={() => void access.refetch()} />;
  return <LoadingScreen text={t('chat.loading')} />;
}

function ChatFor({ sessionId, me, access }: { sessionId: string; me: Profile; access: ChatAccess }) {
  switch (access.kind) {
    case 'open':
      return <ChatScreen session={access.session} me={me} />;
    case 'join':
      return <Navigate to={joinPath(sessionId)} replace />;
    case 'refused':
      return <ChatMissing me={me} reason={access.reason} />;
  }
}

const REFUSAL_TEXTS = {
  'not-found': 'join.sessionNotFound',
  taken: 'join.taken',
  'only-visitors': 'join.onlyVisitors',
} as const;

function ChatMissing({ me, reason }: { me: Profile | null; reason: keyof typeof REFUSAL_TEXTS }) {
  const { t } = useTranslation();
  const text = t(REFUSAL_TEXTS[reason]);
  usePageTitle(t('chat.notFound'));
  useEffect(() => {
    toast.error(t('join.errorTitle'), { id: 'chat-session', description: text });
  }, [t, text]);
  return (
    <FullPage title={t('chat.notFound')} text={reason === 'not-found' ? undefined : text}>
      <BackToDashboard me={me} />
    </FullPage>
  );
}

function ChatFailed({ me, onRetry }: { me: Profile | null; onRetry: () => void }) {
  const { t } = useTranslation();
  useEffect(() => {
    toast.error(t('join.errorTitle'), { id: 'chat-session', description: t('join.loadFailed') });
  }, [t]);
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
