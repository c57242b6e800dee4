import type { UseQueryResult } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useOnDemand } from '@/shared/hooks/use-on-demand.ts';
import { cn } from '@/shared/ui/cn.ts';
import { MessageBubble } from '../message-bubble/message-bubble.tsx';
import { copyableText, messageOptions } from '../message-bubble/message-options.ts';
import { useBubbleActions } from '../message-bubble/use-bubble-actions.ts';
import { useMessageMenu } from '../message-bubble/use-message-menu.ts';
import { usePinned } from '../message-bubble/use-pinned.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { type ChatSession, participant } from '../model/chat-session.ts';
import type { Thread } from '../model/thread.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { useReadable } from '../model/use-readable.ts';
import type { Sending } from '../sync/outbox-runtime.ts';
import { useReading } from '../sync/use-reading.ts';
import type { ReaderDesk } from '../translation/reader-desk.ts';
import type { TranslationState } from '../translation/translation-desk.ts';
import { useWantedTranslations } from '../translation/use-wanted-translations.ts';
import { useSilenceOnLeave } from '../voice/use-listen.ts';
import { DayLine } from './day-line.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { LIST_LOOKS } from './list-looks.ts';
import { HEAD_PX } from './list-measures.ts';
import { MessagesNotLoaded } from './messages-not-loaded.tsx';
import { NewMessageAnnouncer } from './new-message-announcer.tsx';
import { NewMessagesLine } from './new-messages-line.tsx';
import { ToBottom } from './to-bottom.tsx';
import { useChatScroll } from './use-chat-scroll.ts';
import { useFolded } from './use-folded.ts';
import { useLeftHistory } from './use-left-history.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useUnread } from './use-unread.ts';

// Loaded when a menu is first opened.
const loadMenu = async () => (await import('../message-bubble/message-menu.tsx')).MessageMenu;

/** The list's methods for other components. */
export interface MessageListHandle {
  /** Brings a message that is loaded into view, marks it, and gives it the focus. */
  show(messageId: string): void;
}

interface MessageListProps {
  ref?: Ref<MessageListHandle>;
  session: ChatSession;
  me: Profile;
  counterpart: Profile | null;
  rows: readonly TimelineRow[];
  thread: UseQueryResult<Thread>;
  /** created_at of the newest message once all that was missed is there; undefined before. */
  caughtUpTo: string | null | undefined;
  sending: Sending;
  reader: ReaderDesk;
  /** Whether the reader wants translations on this device. */
  translationOn: boolean;
  onShare: () => void;
}

/**
 * The scrolling list of messages with its loading, empty and error looks. Only what is in or near the view is in the
 * document, however long the chat is.
 */
export function MessageList(props: MessageListProps) {
  const { t } = useTranslation();
  const { session, me, counterpart, rows, thread, caughtUpTo, sending, reader, onShare } = props;
  const pinned = usePinned();
  const { folded, fold } = useFolded();
  const unread = useUnread(session.id, me.id, thread.data, caughtUpTo);
  const scroll = useChatScroll(rows, me.id, pinned.ids, unread.first);
  const { virtualizer } = scroll;
  useLeftHistory(session.id);
  useSilenceOnLeave();
  useReading(
    session,
    me.id,
    thread.data && (thread.data.messages.at(-1)?.created_at ?? null),
    !scroll.isAway && !unread.isSearching,
  );
  const translations = useReadable(sending.desk.states);
  const transcribing = useReadable(sending.transcripts.busy);
  const reading = useReadable(reader.states);
  const actions = useBubbleActions(sending, reader, pinned.pin, fold);
  const inDocument = virtualizer.getVirtualItems();
  useWantedTranslations(
    reader,
    rows,
    inDocument[0]?.index ?? 0,
    inDocument.at(-1)?.index ?? -1,
    me,
    props.translationOn,
  );
  const origin = useBackend().config.supabaseUrl;
  const rowOfId = (id: string) => {
    const row = rows.find(({ message }) => message.id === id);
    return row && withPhrasebook(row, translations.get(id));
  };
  const { menu, open, close, handlers } = useMessageMenu((id) => {
    const row = rowOfId(id);
    return row !== undefined && messageOptions(row, origin).length > 0;
  });
  const MessageMenu = useOnDemand(menu !== null, loadMenu, close);
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
  const [shown, setShown] = useState<string | null>(null);
  useImperativeHandle(props.ref, () => ({
    show(messageId) {
      setShown(messageId);
      focus.show(messageId);
    },
  }));
  const senderOf = (message: ChatMessage) =>
    participant(session, message.sender_id) ?? message.sender ?? null;

  function closeMenu() {
    close();
    const row = scroll.view.current?.querySelector<HTMLElement>(`[data-message="${menu?.id}"]`);
    row?.focus({ preventScroll: true });
  }

  return (
    <div className={LIST_LOOKS.box}>
      <div
        ref={scroll.view}
        onScroll={scroll.onScroll}
        {...handlers}
        {...focus.handlers}
        role="log"
        // Scrolled rows are not announced; new messages have a live region of their own, below.
        aria-live="off"
        aria-label={t('chat.messages')}
        aria-busy={thread.isPending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={LIST_LOOKS.view}
      >
        <div ref={scroll.content} className={LIST_LOOKS.content}>
          {thread.data === undefined && rows.length === 0 && (
            <MessagesNotLoaded failed={thread.isError} onRetry={() => void thread.refetch()} />
          )}
          {thread.data && rows.length === 0 && (
            <EmptyChat me={me} counterpart={counterpart} onShare={onShare} />
          )}
          {rows.length > 0 && (
            <div className={LIST_LOOKS.rows} style={{ height: virtualizer.getTotalSize() }}>
              <div className="absolute inset-x-0 top-0 flex flex-col justify-end" style={{ height: HEAD_PX }}>
                {thread.data?.hasOlder && <EarlierMessages sessionId={session.id} view={scroll.view} />}
              </div>
              <ol>
                {inDocument.map(({ index, key, start }) => {
                  const row = rows[index];
                  if (!row) return null;
                  const { message, delivery } = row;
                  const own = message.sender_id === me.id;
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
                      className={cn(
                        'absolute inset-x-0 focus-visible:outline-none',
                        'data-shown:[&:focus_[data-bubble]]:outline-2 data-shown:[&:focus_[data-bubble]]:outline-accent data-shown:[&:focus_[data-bubble]]:outline-offset-2',
                        '[&:focus-visible_[data-bubble]]:outline-2 [&:focus-visible_[data-bubble]]:outline-primary [&:focus-visible_[data-bubble]]:outline-offset-2',
                      )}
                    >
                      {row.startsDay && <DayLine at={message.created_at} />}
                      {scroll.firstNew === message.id && <NewMessagesLine />}
                      <MessageBubble
                        message={message}
                        sender={senderOf(message)}
                        own={own}
                        startsRun={row.startsRun}
                        showsTime={row.showsTime}
                        delivery={delivery}
                        translation={translations.get(message.id)}
                        reading={reading.get(message.id)}
                        transcribing={transcribing.has(message.id)}
                        folded={folded.has(message.id)}
                        actions={actions}
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
        isLoaded={thread.data !== undefined}
        ownId={me.id}
        senderOf={senderOf}
      />
      {scroll.isAway && <ToBottom missed={scroll.missed} onClick={scroll.toBottom} />}
      {menu && menuRow && MessageMenu && (
        <MessageMenu
          row={menuRow}
          anchor={menu.anchor}
          held={menu.held}
          folded={folded.has(menu.id)}
          actions={actions}
          onClose={closeMenu}
        />
      )}
    </div>
  );
}

/** Adds a pending phrasebook translation to the row, so that the menu offers it as well. */
function withPhrasebook(row: TimelineRow, translation: TranslationState | undefined): TimelineRow {
  const { message } = row;
  if (message.translated_content !== null || translation?.kind !== 'phrasebook') return row;
  return { ...row, message: { ...message, translated_content: translation.text } };
}
