import { LANGUAGE_NAMES } from '@dragoman/domain/languages';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GuestNote } from '@/entities/account/guest-note.tsx';
import { isUnaccepted } from '@/entities/chat/request-state.ts';
import { BlockedNotice } from '@/entities/safety/blocked-notice.tsx';
import { useIsBlocked } from '@/entities/safety/blocks.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { QUOTA_TEXTS } from '@/shared/api/quota.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useOnDemand } from '@/shared/hooks/use-on-demand.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Composer } from '../composer/composer.tsx';
import { keptDraft } from '../composer/kept-draft.ts';
import { useSendVoice } from '../composer/use-send-voice.ts';
import { ChatHeader } from '../header/chat-header.tsx';
import { MessageList, type MessageListHandle } from '../message-list/message-list.tsx';
import { type ChatSession, counterpartOf, targetLanguageFor } from '../model/chat-session.ts';
import type { RefusalReason } from '../model/send-result.ts';
import { buildTimeline } from '../model/timeline.ts';
import { useReadable } from '../model/use-readable.ts';
import { usePresence } from '../presence/use-presence.ts';
import { threadQuery } from '../sync/history.ts';
import { ReadUpToContext, useReadUpTo } from '../sync/read-up-to.ts';
import { useFailureToasts } from '../sync/use-failure-toasts.ts';
import { useLiveChat } from '../sync/use-live-chat.ts';
import { useSending } from '../sync/use-sending.ts';
import { useKeptSnapshot, useSnapshot } from '../sync/use-snapshot.ts';
import { TranslationHint } from '../translation/translation-hint.tsx';
import { useRememberedFlag } from '../translation/use-remembered-flag.ts';
import { ChatFrame } from './chat-frame.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { RequestNotice } from './request-notice.tsx';
import { useReaderDesk } from './use-reader-desk.ts';
import { useVisualViewport } from './use-visual-viewport.ts';

// The assistant is for the moments in which one looks back at what was said.
const loadAssistant = async () => (await import('../assistant/assistant-panel.tsx')).AssistantPanel;
// Loaded when the code is first shown.
const loadShareDialog = async () => (await import('../header/share-dialog.tsx')).ShareDialog;

interface ChatScreenProps {
  session: ChatSession;
  me: Profile;
}

const NO_MESSAGES = [] as const;

/** An open chat: header, list and composer. */
export function ChatScreen({ session, me }: ChatScreenProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const screen = useRef<HTMLDivElement>(null);
  useVisualViewport(screen);
  const draft = useMemo(() => keptDraft(session.id), [session.id]);
  const [translationOn, setTranslationOn] = useRememberedFlag('dragoman-translation', true);
  const [sharing, setSharing] = useState(false);
  const ShareDialog = useOnDemand(sharing, loadShareDialog, () => setSharing(false));
  const [assisted, setAssisted] = useState(false);
  const AssistantPanel = useOnDemand(assisted, loadAssistant, () => setAssisted(false));
  const share = useCallback(() => setSharing(true), []);
  const ask = useCallback(() => setAssisted(true), []);
  const list = useRef<MessageListHandle>(null);
  const showFailure = useFailureToasts();

  const counterpart = counterpartOf(session, me.id);
  const target = targetLanguageFor(me, counterpart, translationOn);
  usePageTitle(counterpart?.name ? t('chat.pageTitleWith', { name: counterpart.name }) : t('chat.pageTitle'));

  const sending = useSending(me.id, (event) => {
    if (event.kind !== 'refused') return showFailure(event);
    if (event.entry.sessionId !== session.id) return;
    toast.error(t('common.error'), { id: 'send-failed', description: refusal(event.reason) });
    // Failed text returns to the composer (specification 5.7), unless that holds other text by now:
    // then the bubble keeps it and offers to send it again, as with a recording.
    if (event.entry.recording || draft.get().trim()) return;
    draft.set(event.entry.content);
    void sending.outbox.takeOut(event.entry.id);
  });
  const name = counterpart?.name || t('chat.someone');
  const unaccepted = isUnaccepted(session);
  const refusal = (reason: RefusalReason | undefined) => {
    switch (reason) {
      case 'undeliverable':
        return t('trust.undeliverable', { name });
      case 'too-many-requests':
        return t('trust.tooManyRequests');
      case 'files-full':
        return t(QUOTA_TEXTS.files);
      case 'unanswered':
        return t(session.request_state === 'declined' ? 'trust.requestNotAccepted' : 'trust.waitForAnswer', {
          name,
        });
      default:
        return t('chat.sendFailed');
    }
  };
  const { connection, caughtUpTo } = useLiveChat(session, me, sending);
  const blocked = useIsBlocked(counterpart?.id);
  // The server refuses the presence channel of a blocked or unaccepted chat.
  const there = blocked || unaccepted ? null : (counterpart?.id ?? null);
  const presence = usePresence(session.id, me.id, there, draft);
  const readUpTo = useReadUpTo(session.id, counterpart?.id);
  const thread = useQuery(threadQuery(supabase, session.id));
  const { jobs: entries, activity } = useReadable(sending.outbox);
  const snapshot = useSnapshot(session.id);
  const written = (thread.data ?? snapshot?.thread)?.messages ?? NO_MESSAGES;
  const { desk: reader, messages, translations } = useReaderDesk(session.id, me, written, snapshot);
  useKeptSnapshot(
    useMemo(
      () => thread.data && { me, session, thread: thread.data, translations },
      [me, session, thread.data, translations],
    ),
  );
  const rows = useMemo(
    () =>
      buildTimeline(
        messages,
        entries.filter((entry) => entry.sessionId === session.id),
        activity,
      ),
    [messages, entries, activity, session.id],
  );

  const speech = useSendVoice(session.id, me, target, sending);
  // A request is words alone until it is accepted: the server takes no file for it.
  const voice = unaccepted && me.role === 'visitor' ? null : speech;

  const send = useCallback(
    async (content: string) => {
      const languages = { sourceLanguage: me.language, targetLanguage: target };
      await sending.outbox.write({ sessionId: session.id, content, ...languages });
    },
    [sending, session.id, me.language, target],
  );

  /** Appends the text: the composer's content belongs to the user. */
  function putIntoComposer(text: string) {
    const before = draft.get().trimEnd();
    draft.set(before ? `${before} ${text}` : text);
    screen.current?.querySelector('textarea')?.focus();
  }

  return (
    <ChatFrame
      ref={screen}
      overlays={
        <>
          {AssistantPanel && (
            <AssistantPanel
              sessionId={session.id}
              messages={written}
              hasOlder={thread.data?.hasOlder ?? false}
              ownLanguage={me.language}
              vendorId={me.role === 'vendor' ? me.id : null}
              other={counterpart}
              open={assisted}
              onOpenChange={setAssisted}
              onShow={(messageId) => list.current?.show(messageId)}
              onReply={putIntoComposer}
            />
          )}
          {ShareDialog && <ShareDialog sessionId={session.id} open={sharing} onOpenChange={setSharing} />}
        </>
      }
    >
      <ChatHeader
        me={me}
        counterpart={counterpart}
        sessionId={session.id}
        presence={presence}
        onShare={share}
        onAssistant={ask}
      />
      <ConnectionNotice connection={connection} />
      <GuestNote className="border-b bg-sunken px-4" />
      <ReadUpToContext value={readUpTo}>
        <MessageList
          ref={list}
          session={session}
          me={me}
          counterpart={counterpart}
          rows={rows}
          thread={thread}
          caughtUpTo={caughtUpTo}
          sending={sending}
          reader={reader}
          translationOn={translationOn}
          onShare={share}
        />
      </ReadUpToContext>
      {target && !blocked && !unaccepted && (
        <TranslationHint own={LANGUAGE_NAMES[me.language]} other={LANGUAGE_NAMES[target]} />
      )}
      {unaccepted && counterpart && !blocked && (
        <RequestNotice session={session} me={me} counterpart={{ id: counterpart.id, name }} />
      )}
      {blocked && counterpart ? (
        <BlockedNotice person={{ id: counterpart.id, name }} />
      ) : unaccepted && session.request_state === 'declined' && me.role === 'visitor' ? null : (
        <Composer
          sessionId={session.id}
          draft={draft}
          onSend={send}
          voice={voice}
          ownLanguage={me.language}
          target={target}
          readerName={counterpart?.name || null}
          translationOn={translationOn}
          onTranslationOn={setTranslationOn}
        />
      )}
    </ChatFrame>
  );
}
