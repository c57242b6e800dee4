import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isOwnMessage } from '@/entities/chat/chat-list-item.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { toast } from '@/shared/toast/toast.ts';
import { reactionsQuery } from '../acts/reactions-query.ts';
import { useMessageActs } from '../acts/use-message-acts.ts';
import { useQuoted } from '../acts/use-quoted.ts';
import type { MessageReplies } from '../composer/use-reply.tsx';
import { MessageBubble } from '../message-bubble/message-bubble.tsx';
import { copyableText, isTranslated, messageOptions } from '../message-bubble/message-options.ts';
import { useBubbleActions } from '../message-bubble/use-bubble-actions.ts';
import { useMessageMenu } from '../message-bubble/use-message-menu.ts';
import { usePinned } from '../message-bubble/use-pinned.ts';
import type { Chat } from '../model/chat.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { MessageHistory } from '../model/message-history.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { useStore } from '../model/use-store.ts';
import type { Sending } from '../sync/outbox-runtime.ts';
import { useMarkRead } from '../sync/use-mark-read.ts';
import { withPhrasebook } from '../translation/outgoing-translations.ts';
import { useWantedTranslations } from '../translation/use-wanted-translations.ts';
import { needsViewerTranslation } from '../translation/viewer-translation.ts';
import type { ViewerTranslations } from '../translation/viewer-translations.ts';
import { useSilenceOnLeave } from '../voice/use-listen.ts';
import { DaySeparator } from './day-separator.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { LIST_CLASS_NAMES } from './list-class-names.ts';
import { HEAD_PX } from './list-dimensions.ts';
import { MessagesLoadError } from './messages-load-error.tsx';
import { NewMessageAnnouncer } from './new-message-announcer.tsx';
import { NewMessagesSeparator } from './new-messages-separator.tsx';
import { ScrollToBottomButton } from './scroll-to-bottom-button.tsx';
import { useChatScroll } from './use-chat-scroll.ts';
import { useHiddenLanguages } from './use-hidden-languages.ts';
import { useMenuFocus } from './use-menu-focus.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSeekMessage } from './use-seek-message.ts';
import { useSenderOf } from './use-sender-of.ts';
import { useUnloadHistory } from './use-unload-history.ts';
import { useUnread } from './use-unread.ts';

// Loaded on first use.
const loadReportDialog = async () =>
  (await import('../acts/translation-report-dialog.tsx')).TranslationReportDialog;
const loadMenu = async () => (await import('../message-bubble/message-menu.tsx')).MessageMenu;

/** The list's methods for other components. */
export interface MessageListHandle {
  /** Scrolls to a loaded message, marks it, and focuses it. */
  show(messageId: string): void;
}

interface MessageListProps {
  ref?: Ref<MessageListHandle>;
  chat: Chat;
  me: Profile;
  counterpart: Profile | null;
  rows: readonly TimelineRow[];
  history: UseQueryResult<MessageHistory>;
  /** created_at of the newest message once all that was missed is there; undefined before. */
  caughtUpTo: string | null | undefined;
  sending: Sending;
  viewerTranslations: ViewerTranslations;
  /** Whether the viewer wants translations on this device. */
  translationOn: boolean;
  onShare: () => void;
  replies: MessageReplies;
}

const NO_MESSAGES = [] as const;

/**
 * The scrolling list of messages with its loading, empty and error looks. Only rows in or near the
 * view are in the document, however long the chat is.
 */
export function MessageList(props: MessageListProps) {
  const { t, i18n } = useTranslation();
  const { chat, me, counterpart, rows, history, caughtUpTo, sending, viewerTranslations, onShare, replies } =
    props;
  const pinned = usePinned();
  const languages = useHiddenLanguages();
  /** The message whose time was asked for by a tap. */
  const [tapped, setTapped] = useState<string | null>(null);
  const unread = useUnread(chat.id, me.id, history.data, caughtUpTo);
  const scroll = useChatScroll(rows, me.id, pinned.ids, unread.first);
  const { virtualizer } = scroll;
  useUnloadHistory(chat.id);
  useSilenceOnLeave();
  useMarkRead(
    chat,
    me.id,
    history.data && (history.data.messages.at(-1)?.created_at ?? null),
    !scroll.isAway && !unread.isSearching,
  );
  const translations = useStore(sending.outgoingTranslations.states);
  const transcribing = useStore(sending.transcripts.busy);
  const reading = useStore(viewerTranslations.states);
  const otherName = counterpart?.name || t('chat.someone');
  const acts = useMessageActs(chat.id, me.id, viewerTranslations);
  const reactions = useQuery(reactionsQuery(useSupabase(), chat.id)).data;
  const [reported, setReported] = useState<ChatMessage | null>(null);
  const ReportDialog = useLazyComponent(reported !== null, loadReportDialog, () => setReported(null));
  const [shown, setShown] = useState<string | null>(null);
  const showQuoted = useSeekMessage({
    chatId: chat.id,
    rows,
    hasOlder: history.data?.hasOlder ?? false,
    show(messageId) {
      setShown(messageId);
      focus.show(messageId);
    },
    onMissing: () => toast(t('chat.acts.quoteFar'), { id: 'quote-far' }),
  });
  const actions = useBubbleActions(sending, viewerTranslations, pinned.pin, languages.fold, showQuoted);
  const inDocument = virtualizer.getVirtualItems();
  useWantedTranslations(
    viewerTranslations,
    rows,
    inDocument[0]?.index ?? 0,
    inDocument.at(-1)?.index ?? -1,
    me,
    props.translationOn,
  );
  const quotedOf = useQuoted(
    rows,
    inDocument.map(({ index }) => rows[index]?.message.reply_to),
  );
  const { supabaseUrl: origin, otherTranslation } = useBackend().config;
  const rights = { viewerId: me.id, canWrite: replies.canWrite, otherTranslation };
  const rowOfId = (id: string) => {
    const row = rows.find(({ message }) => message.id === id);
    return row && { ...row, message: withPhrasebook(row.message, translations.get(id)) };
  };
  const { menu, open, close, handlers } = useMessageMenu({
    hasOptions(id) {
      const row = rowOfId(id);
      return row !== undefined && messageOptions(row, origin, rights).length > 0;
    },
    onTap(id) {
      setTapped((before) => (before === id ? null : id));
      const row = rowOfId(id);
      if (row && isTranslated(row.message)) languages.fold(id);
    },
  });
  const { closeMenu, leaveTo } = useMenuFocus(scroll.view, menu?.id, close);
  const MessageMenu = useLazyComponent(menu !== null, loadMenu, close);
  const menuRow = menu && rowOfId(menu.id);
  const focus = useRowFocus({
    view: scroll.view,
    rows,
    virtualizer,
    toRow: scroll.toRow,
    pin: pinned.pin,
    openMenu: open,
    textOf: ({ message }) => copyableText(message, origin),
    copy: actions.copy,
  });
  useImperativeHandle(props.ref, () => ({
    show(messageId) {
      setShown(messageId);
      focus.show(messageId);
    },
  }));
  const senderOf = useSenderOf(chat, history.data?.messages ?? NO_MESSAGES, me.language);

  function nameOf(quoted: ChatMessage | null | undefined): string {
    return (quoted && senderOf(quoted)?.name) || t('chat.someone');
  }

  return (
    <div className={LIST_CLASS_NAMES.box}>
      <div
        ref={scroll.view}
        onScroll={scroll.onScroll}
        {...handlers}
        {...focus.handlers}
        role="log"
        // Scrolled rows are not announced; new messages have a live region of their own, below.
        aria-live="off"
        aria-label={t('chat.messages')}
        aria-busy={history.isPending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={LIST_CLASS_NAMES.view}
      >
        <div ref={scroll.content} className={LIST_CLASS_NAMES.content}>
          {history.data === undefined && rows.length === 0 && (
            <MessagesLoadError failed={history.isError} onRetry={() => void history.refetch()} />
          )}
          {history.data && rows.length === 0 && (
            <EmptyChat me={me} counterpart={counterpart} onShare={onShare} />
          )}
          {rows.length > 0 && (
            <div className={LIST_CLASS_NAMES.rows} style={{ height: virtualizer.getTotalSize() }}>
              <div className="absolute inset-x-0 top-0 flex flex-col justify-end" style={{ height: HEAD_PX }}>
                {history.data?.hasOlder && <EarlierMessages chatId={chat.id} view={scroll.view} />}
              </div>
              <ol>
                {inDocument.map(({ index, key, start }) => {
                  const row = rows[index];
                  if (!row) return null;
                  const { message, delivery } = row;
                  const own = isOwnMessage(chat, message, me.id);
                  return (
                    <li
                      key={key}
                      ref={virtualizer.measureElement}
                      data-index={index}
                      data-message={message.id}
                      data-own={own}
                      data-delivery={delivery}
                      data-shown={message.id === shown || undefined}
                      tabIndex={-1}
                      style={{ top: start }}
                      className={LIST_CLASS_NAMES.row}
                    >
                      {row.startsDay && <DaySeparator at={message.created_at} />}
                      {scroll.firstNew === message.id && <NewMessagesSeparator />}
                      <MessageBubble
                        t={t}
                        language={i18n.language}
                        message={message}
                        sender={senderOf(message)}
                        own={own}
                        viewerLanguage={me.language}
                        startsRun={row.startsRun}
                        showsTime={row.showsTime || message.id === tapped}
                        delivery={delivery}
                        translation={translations.get(message.id)}
                        reading={reading.get(message.id)}
                        isWanted={
                          props.translationOn &&
                          needsViewerTranslation(message, { profileId: me.id, language: me.language })
                        }
                        transcribing={transcribing.has(message.id)}
                        folded={languages.isFolded(message.id)}
                        actions={actions}
                        quoted={message.is_reply ? quotedOf(message.reply_to) : undefined}
                        quotedName={message.is_reply ? nameOf(quotedOf(message.reply_to)) : ''}
                        reactions={reactions?.get(message.id)}
                        viewerId={me.id}
                        otherName={otherName}
                      />
                    </li>
                  );
                })}
              </ol>
            </div>
          )}
        </div>
      </div>
      <NewMessageAnnouncer
        rows={rows}
        isLoaded={history.data !== undefined}
        ownId={me.id}
        senderOf={senderOf}
      />
      {scroll.isAway && <ScrollToBottomButton missed={scroll.missed} onClick={scroll.toBottom} />}
      {menu && menuRow && MessageMenu && (
        <MessageMenu
          row={menuRow}
          anchor={menu.anchor}
          held={menu.held}
          own={isOwnMessage(chat, menuRow.message, me.id)}
          viewerLanguage={me.language}
          folded={languages.isFolded(menu.id)}
          isOneLanguage={languages.isOneLanguage}
          onOneLanguage={languages.foldAll}
          actions={actions}
          rights={rights}
          canReact={replies.canReact}
          reactions={reactions?.get(menu.id)}
          acts={{
            ...acts,
            hide(message) {
              leaveTo('next');
              acts.hide(message);
            },
          }}
          onReply={(id) => {
            leaveTo('elsewhere');
            replies.onReply(id);
          }}
          onReport={setReported}
          onClose={closeMenu}
        />
      )}
      {reported && ReportDialog && (
        <ReportDialog message={reported} reporterId={me.id} onClose={() => setReported(null)} />
      )}
    </div>
  );
}
