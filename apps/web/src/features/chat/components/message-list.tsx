import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowDown, CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { cn } from '../../../lib/cn.ts';
import type { Profile } from '../../../lib/database-types.ts';
import type { Sending } from '../api/outbox-runtime.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { type ChatSession, participant } from '../model/chat-session.ts';
import type { Thread } from '../model/thread.ts';
import type { TimelineDay } from '../model/timeline.ts';
import { DayLine } from './day-line.tsx';
import { EarlierMessages } from './earlier-messages.tsx';
import { EmptyChat } from './empty-chat.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { useBubbleActions } from './use-bubble-actions.ts';
import { useChatScroll } from './use-chat-scroll.ts';
import { useReadable } from './use-readable.ts';
import { useReading } from './use-reading.ts';

interface MessageListProps {
  session: ChatSession;
  me: Profile;
  counterpart: Profile | null;
  days: readonly TimelineDay[];
  thread: UseQueryResult<Thread>;
  sending: Sending;
  onShare: () => void;
}

/** The scrolling list of messages with its loading, empty and error looks. */
export function MessageList(props: MessageListProps) {
  const { t } = useTranslation();
  const { session, me, counterpart, days, thread, sending, onShare } = props;
  const scroll = useChatScroll(days, me.id);
  useReading(
    session,
    me.id,
    thread.data && (thread.data.messages.at(-1)?.created_at ?? null),
    !scroll.isAway,
  );
  const translations = useReadable(sending.desk.states);
  const actions = useBubbleActions(sending);
  const senderOf = (message: ChatMessage) =>
    participant(session, message.sender_id) ?? message.sender ?? null;

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroll.view}
        onScroll={scroll.onScroll}
        role="log"
        aria-label={t('chat.messages')}
        aria-busy={thread.isPending}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div ref={scroll.content} className="safe-x flex min-h-full flex-col justify-end py-4">
          {thread.data?.hasOlder && <EarlierMessages sessionId={session.id} view={scroll.view} />}
          {thread.data === undefined && days.length === 0 && (
            <NotLoaded failed={thread.isError} onRetry={() => void thread.refetch()} />
          )}
          {thread.data && days.length === 0 && (
            <EmptyChat me={me} counterpart={counterpart} onShare={onShare} />
          )}
          {days.map(({ key, items }) => (
            <section key={key} className="flex flex-col">
              <DayLine at={items[0]?.message.created_at ?? ''} />
              <ol>
                {items.map(({ message, delivery, startsRun }) => (
                  <MessageBubble
                    key={message.id}
                    message={message}
                    sender={senderOf(message)}
                    own={message.sender_id === me.id}
                    startsRun={startsRun}
                    delivery={delivery}
                    translation={translations.get(message.id)?.kind}
                    actions={actions}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
      </div>
      {scroll.isAway && <ToBottom missed={scroll.missed} onClick={scroll.toBottom} />}
    </div>
  );
}

function ToBottom({ missed, onClick }: { missed: number; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        variant="secondary"
        size="icon"
        onClick={onClick}
        aria-label={missed > 0 ? t('chat.scrollToNew', { count: missed }) : t('chat.scrollToBottom')}
        className="pointer-events-auto relative animate-rise rounded-full shadow-soft"
      >
        <ArrowDown aria-hidden="true" className="size-5" />
        {missed > 0 && (
          <span
            aria-hidden="true"
            className="absolute -end-1 -top-1 min-w-5 rounded-full bg-accent px-1 text-on-accent text-xs"
          >
            {missed}
          </span>
        )}
      </Button>
    </div>
  );
}

function NotLoaded({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  if (failed) {
    return (
      <EmptyState icon={CloudOff} title={t('chat.loadFailed')} text={t('chat.loadFailedText')} alert>
        <Button variant="secondary" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="sr-only">
        {t('chat.loading')}
      </p>
      {[false, true, false].map((own, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three blocks that never move.
        <Skeleton key={i} className={cn('h-16 w-3/5 rounded-bubble', own ? 'self-end' : 'self-start')} />
      ))}
    </div>
  );
}
