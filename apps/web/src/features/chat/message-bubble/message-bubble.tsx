import { isLanguage, LANGUAGE_NAMES } from '@dragoman/domain/languages';
import { EllipsisVertical } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { cn } from '@/shared/ui/cn.ts';
import type { ChatMessage, MessageSender } from '../model/chat-message.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import type { ReaderState } from '../translation/reader-desk.ts';
import type { TranslationState } from '../translation/translation-desk.ts';
import { DeliverySign } from './delivery-sign.tsx';
import { formatTime } from './format-time.ts';
import { MessageContent } from './message-content.tsx';
import { messageOptions } from './message-options.ts';
import { TranslationPart } from './translation-part.tsx';
import type { BubbleActions } from './use-bubble-actions.ts';

interface MessageBubbleProps {
  message: ChatMessage;
  sender: MessageSender | null;
  own: boolean;
  /** Shows the writer's name; within a run it is for screen readers only. */
  startsRun: boolean;
  /** Shows the time; within a minute it is for screen readers only. */
  showsTime: boolean;
  delivery: Delivery['kind'];
  translation: TranslationState | undefined;
  /** The state of the reader's translation. */
  reading: ReaderState | undefined;
  /** The recording is being transcribed. */
  transcribing: boolean;
  /** The reader has folded the translation away. */
  folded: boolean;
  actions: BubbleActions;
}

/** One message (specification 2.21): the original first, its translation under it. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, sender, own, startsRun, delivery, actions } = props;
  const { t } = useTranslation();
  const name = sender?.name || t('chat.someone');
  const language = message.source_language ?? sender?.language;
  const origin = useBackend().config.supabaseUrl;
  const hasOptions = messageOptions({ message, delivery }, origin).length > 0;
  return (
    <div
      className={cn(
        'group/row flex items-end gap-2',
        own ? 'flex-row-reverse' : 'flex-row',
        startsRun ? 'pt-3' : 'pt-1',
      )}
    >
      {startsRun ? (
        <Avatar name={name} url={sender?.avatar_url} className="size-8 self-start text-xs" />
      ) : (
        <span className="w-8 shrink-0" />
      )}
      <div
        className={cn('flex min-w-0 max-w-[80%] flex-col sm:max-w-[70%]', own ? 'items-end' : 'items-start')}
      >
        <p className={cn('mb-1 flex max-w-full gap-1.5 px-1 text-ink-soft text-xs', !startsRun && 'sr-only')}>
          <bdi className="truncate font-semibold">{name}</bdi>
          {language && isLanguage(language) && (
            <span lang={language} className="shrink-0">
              {LANGUAGE_NAMES[language]}
            </span>
          )}
        </p>
        <div
          data-bubble
          className={cn(
            // A short message and its time share a line, a longer one pushes the time below. With a translation each has
            // lines of its own: on one line they would make the bubble as wide as both together.
            'group/bubble flex max-w-full flex-wrap items-end justify-end gap-x-3 rounded-bubble px-3.5 py-2 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] has-data-translation:flex-col has-data-translation:items-stretch',
            !own && 'border border-line bg-bubble-other',
            own && (delivery === 'waiting' ? 'bg-bubble-own/50' : 'bg-bubble-own'),
            startsRun && (own ? 'rounded-se-control' : 'rounded-ss-control'),
          )}
        >
          <MessageContent {...props} />
          <TranslationPart {...props} />
          <SentTime {...props} />
        </div>
        {delivery === 'failed' && (
          <p className="flex gap-3 px-1">
            <TextButton onClick={() => actions.sendAgain(message.id)}>{t('chat.sendAgain')}</TextButton>
            <TextButton onClick={() => actions.discard(message.id)}>{t('chat.discard')}</TextButton>
          </p>
        )}
      </div>
      {/* One stop of the keyboard for the whole list is enough: there the Enter key opens the same menu. */}
      {hasOptions && (
        <button
          type="button"
          data-options
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={t('chat.messageOptions')}
          className="grid size-11 shrink-0 place-items-center self-center rounded-full text-ink-soft opacity-0 hover:bg-sunken group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:sr-only"
        >
          <EllipsisVertical aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  );
});

function SentTime({ message, own, delivery, showsTime }: MessageBubbleProps) {
  const { i18n } = useTranslation();
  return (
    <p
      className={cn(
        'flex items-center gap-1 self-end text-ink-soft text-xs leading-6 tabular-nums',
        !showsTime && 'sr-only',
      )}
    >
      <time
        dir="auto"
        dateTime={message.created_at}
        title={formatDateTime(message.created_at, i18n.language)}
      >
        {formatTime(message.created_at, i18n.language)}
      </time>
      {own && <DeliverySign delivery={delivery} sentAt={message.created_at} />}
    </p>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 font-semibold text-primary text-xs underline decoration-primary/40 underline-offset-4"
    >
      {children}
    </button>
  );
}
