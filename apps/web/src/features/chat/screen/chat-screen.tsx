import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GuestNotice } from '@/entities/account/guest-notice.tsx';
import { useBoothId, useWorksInTeam } from '@/entities/booth/my-booth.ts';
import { isUnaccepted } from '@/entities/chat/request-state.ts';
import { BlockedNotice } from '@/entities/safety/blocked-notice.tsx';
import { useIsBlocked } from '@/entities/safety/blocks.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { QUOTA_TEXTS } from '@/shared/api/quota.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { toast } from '@/shared/toast/toast.ts';
import { useToastsBelow } from '@/shared/toast/toast-start.ts';
import { ChatAttachments } from '../attachments/chat-attachments.tsx';
import { useSendItem } from '../catalogue/use-send-item.ts';
import { Composer } from '../composer/composer.tsx';
import { savedDraft } from '../composer/saved-draft.ts';
import { useReply } from '../composer/use-reply.tsx';
import { useSendVoice } from '../composer/use-send-voice.ts';
import { ChatHeader } from '../header/chat-header.tsx';
import { ChatMeetings } from '../meetings/chat-meetings.tsx';
import { useKnownMeetings } from '../meetings/use-known-meetings.ts';
import { MessageList, type MessageListHandle } from '../message-list/message-list.tsx';
import { type Chat, counterpartOf, targetLanguageFor } from '../model/chat.ts';
import type { RefusalReason } from '../model/send-result.ts';
import { buildTimeline } from '../model/timeline.ts';
import { useStore } from '../model/use-store.ts';
import { usePresence } from '../presence/use-presence.ts';
import { messageHistoryQuery } from '../sync/message-history-query.ts';
import { ReadUpToContext, useReadUpTo } from '../sync/read-up-to.ts';
import { useFailureToasts } from '../sync/use-failure-toasts.ts';
import { useLiveChat } from '../sync/use-live-chat.ts';
import { useSending } from '../sync/use-sending.ts';
import { useSaveSnapshot, useSnapshot } from '../sync/use-snapshot.ts';
import { TranslationHint } from '../translation/translation-hint.tsx';
import { useRememberedFlag } from '../translation/use-remembered-flag.ts';
import { ChatFrame } from './chat-frame.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { FaceToFaceNotice } from './face-to-face-notice.tsx';
import { RequestNotice } from './request-notice.tsx';
import { useViewerTranslations } from './use-viewer-translations.ts';
import { useVisualViewport } from './use-visual-viewport.ts';

// Users open the assistant when they look back at the conversation.
const loadAssistant = async () => (await import('../assistant/assistant-panel.tsx')).AssistantPanel;
// Loaded when the code is first shown.
const loadShareDialog = async () => (await import('../header/share-dialog.tsx')).ShareDialog;
// Most vendors work alone.
const loadTeamBar = async () => (await import('../team/team-bar.tsx')).TeamBar;
const NOTHING = () => {};

interface ChatScreenProps {
  chat: Chat;
  me: Profile;
}

const NO_MESSAGES = [] as const;

/** An open chat: header, list and composer. */
export function ChatScreen({ chat, me }: ChatScreenProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const screen = useRef<HTMLDivElement>(null);
  useVisualViewport(screen);
  const head = useRef<HTMLDivElement>(null);
  useToastsBelow(head);
  const boothId = useBoothId(me);
  const draft = useMemo(() => savedDraft(chat.id), [chat.id]);
  const [translationOn, setTranslationOn] = useRememberedFlag('dragoman-translation', true);
  const [sharing, setSharing] = useState(false);
  const ShareDialog = useLazyComponent(sharing, loadShareDialog, () => setSharing(false));
  const [assisted, setAssisted] = useState(false);
  const AssistantPanel = useLazyComponent(assisted, loadAssistant, () => setAssisted(false));
  const share = useCallback(() => setSharing(true), []);
  const ask = useCallback(() => setAssisted(true), []);
  const worksInTeam = useWorksInTeam(me, chat.vendor_id);
  const unaccepted = isUnaccepted(chat);
  // A request is accepted or declined, not assigned.
  const isOfTeam = worksInTeam && chat.visitor_id !== null && !unaccepted;
  const TeamBar = useLazyComponent(isOfTeam, loadTeamBar, NOTHING);
  const list = useRef<MessageListHandle>(null);
  const showFailure = useFailureToasts();

  const counterpart = counterpartOf(chat, me.id);
  const target = targetLanguageFor(me, counterpart, translationOn);
  usePageTitle(counterpart?.name ? t('chat.pageTitleWith', { name: counterpart.name }) : t('chat.pageTitle'));

  const sending = useSending(me.id, (event) => {
    if (event.kind !== 'refused') return showFailure(event);
    if (event.entry.sessionId !== chat.id) return;
    toast.error(t('common.error'), { id: 'send-failed', description: refusal(event.reason) });
    // Failed text returns to the composer (specification 5.7), unless that holds other text by now:
    // then the bubble keeps it and offers to send it again, as with a recording.
    const { recording, attachment, copied, product, saidBy } = event.entry;
    if (recording || attachment || copied || product || saidBy || draft.get().trim()) return;
    draft.set(event.entry.content);
    if (event.entry.replyTo) reply.quote(event.entry.replyTo);
    void sending.outbox.takeOut(event.entry.id);
  });
  const name = counterpart?.name || t('chat.someone');
  const refusal = (reason: RefusalReason | undefined) => {
    switch (reason) {
      case 'undeliverable':
        return t('trust.undeliverable', { name });
      case 'too-many-requests':
        return t('trust.tooManyRequests');
      case 'colleague':
        return t('chat.colleagueAnswers');
      case 'files-full':
        return t(QUOTA_TEXTS.files);
      case 'file-type':
        return t('chat.attach.refusedType');
      case 'file-size':
        return t('chat.attach.refusedSize');
      case 'item-gone':
        return t('catalogue.itemGone');
      case 'unanswered':
        return t(chat.request_state === 'declined' ? 'trust.requestNotAccepted' : 'trust.waitForAnswer', {
          name,
        });
      default:
        return t('chat.sendFailed');
    }
  };
  const { connection, caughtUpTo } = useLiveChat(chat, me, sending);
  const blocked = useIsBlocked(counterpart?.id);
  // The server refuses the presence channel of a blocked or unaccepted chat.
  const there = blocked || unaccepted ? null : (counterpart?.id ?? null);
  const presence = usePresence(chat.id, me.id, there, chat.visitor_id === me.id, draft);
  const readUpTo = useReadUpTo(chat.id, me.id, chat.visitor_id);
  const history = useQuery(messageHistoryQuery(supabase, chat.id));
  const { jobs: entries, waiting } = useStore(sending.outbox);
  const snapshot = useSnapshot(chat.id);
  const written = (history.data ?? snapshot?.thread)?.messages ?? NO_MESSAGES;
  const { viewerTranslations, messages, translations } = useViewerTranslations(
    chat.id,
    me,
    written,
    snapshot,
  );
  const meetings = useKnownMeetings(chat, snapshot?.meetings);
  useSaveSnapshot(
    useMemo(
      () =>
        history.data && { me, session: chat, thread: history.data, translations, meetings: meetings.rows },
      [me, chat, history.data, translations, meetings.rows],
    ),
  );
  const rows = useMemo(
    () =>
      buildTimeline(
        messages,
        entries.filter((entry) => entry.sessionId === chat.id),
        waiting,
      ),
    [messages, entries, waiting, chat.id],
  );
  const faceToFace = !chat.visitor_id && rows.some(({ message }) => message.said_by);

  const reply = useReply(chat.id, me, name, rows, sending);
  const speech = useSendVoice(chat.id, me, target, reply.sending);
  // A request is words alone until it is accepted: the server takes no file for it.
  const takesFiles = !blocked && !(unaccepted && me.role === 'visitor');
  const voice = takesFiles ? speech : null;
  const sendItem = useSendItem({ chat, me, counterpart, translationOn, sending: reply.sending });
  const catalogue = useMemo(
    () => (sendItem && takesFiles ? { ownerId: boothId, send: sendItem } : null),
    [sendItem, takesFiles, boothId],
  );

  const send = useCallback(
    async (content: string) => {
      const languages = { sourceLanguage: me.language, targetLanguage: target };
      await reply.sending.outbox.write({ sessionId: chat.id, content, ...languages });
    },
    [reply.sending, chat.id, me.language, target],
  );

  const isDeclined = unaccepted && chat.request_state === 'declined' && me.role === 'visitor';
  const canWrite = !(blocked && counterpart) && !isDeclined;

  function replyTo(messageId: string) {
    reply.quote(messageId);
    screen.current?.querySelector('textarea')?.focus();
  }

  /** Appends the text: the composer's content belongs to the user. */
  function putIntoComposer(text: string) {
    const before = draft.get().trimEnd();
    draft.set(before ? `${before} ${text}` : text);
    screen.current?.querySelector('textarea')?.focus();
  }

  return (
    <ChatMeetings chat={chat} me={me} otherName={name} known={meetings} takesProposals={takesFiles}>
      <ChatAttachments
        chatId={chat.id}
        me={me}
        target={target}
        sending={reply.sending}
        takesFiles={takesFiles}
      >
        <ChatFrame
          ref={screen}
          overlays={
            <>
              {AssistantPanel && (
                <AssistantPanel
                  chatId={chat.id}
                  messages={written}
                  hasOlder={history.data?.hasOlder ?? false}
                  ownLanguage={me.language}
                  vendorId={me.role === 'vendor' ? boothId : null}
                  other={counterpart}
                  open={assisted}
                  onOpenChange={setAssisted}
                  onShow={(messageId) => list.current?.show(messageId)}
                  onReply={putIntoComposer}
                />
              )}
              {ShareDialog && <ShareDialog chatId={chat.id} open={sharing} onOpenChange={setSharing} />}
            </>
          }
        >
          <div ref={head}>
            <ChatHeader
              me={me}
              counterpart={counterpart}
              faceToFace={faceToFace}
              chatId={chat.id}
              vendorId={chat.vendor_id}
              presence={presence}
              onShare={share}
              onAssistant={ask}
            />
            {isOfTeam &&
              (TeamBar ? (
                <TeamBar chat={chat} me={me} presence={presence} />
              ) : (
                // As high as the bar, so that the messages do not move when it comes.
                <div className="h-[calc(2.75rem+1px)] border-b bg-sunken" />
              ))}
          </div>
          <ConnectionNotice connection={connection} />
          <GuestNotice className="border-b bg-sunken px-4" />
          <ReadUpToContext value={readUpTo}>
            <MessageList
              ref={list}
              chat={chat}
              me={me}
              counterpart={counterpart}
              rows={rows}
              history={history}
              caughtUpTo={caughtUpTo}
              sending={sending}
              viewerTranslations={viewerTranslations}
              translationOn={translationOn}
              onShare={share}
              replies={{ canWrite, canReact: !blocked && !unaccepted, onReply: replyTo }}
            />
          </ReadUpToContext>
          {target && (counterpart || faceToFace) && !blocked && !unaccepted && (
            <TranslationHint own={me.language} other={target} />
          )}
          {faceToFace && <FaceToFaceNotice chatId={chat.id} me={me} sending={sending} onShare={share} />}
          {unaccepted && counterpart && !blocked && (
            <RequestNotice chat={chat} me={me} counterpart={{ id: counterpart.id, name }} />
          )}
          {canWrite && reply.bar}
          {blocked && counterpart ? (
            <BlockedNotice person={{ id: counterpart.id, name }} />
          ) : !canWrite ? null : (
            <Composer
              chatId={chat.id}
              draft={draft}
              onSend={send}
              voice={voice}
              catalogue={catalogue}
              ownLanguage={me.language}
              role={me.role}
              target={target}
              readerName={counterpart?.name || null}
              translationOn={translationOn}
              onTranslationOn={setTranslationOn}
            />
          )}
        </ChatFrame>
      </ChatAttachments>
    </ChatMeetings>
  );
}
