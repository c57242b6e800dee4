import { isLanguage, LANGUAGE_NAMES } from '@dragoman/domain/languages';
import { isAudioMessage } from '@dragoman/domain/messages';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import type { ChatMessage, MessageSender } from '../model/chat-message.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import type { TranslationState } from '../model/translation-desk.ts';
import { DeliverySign } from './delivery-sign.tsx';
import { formatTime } from './format-time.ts';
import { TranslationPart } from './translation-part.tsx';
import type { BubbleActions } from './use-bubble-actions.ts';

interface MessageBubbleProps {
  message: ChatMessage;
  sender: MessageSender | null;
  own: boolean;
  /** Shows who writes; within a run only screen readers are told again. */
  startsRun: boolean;
  delivery: Delivery['kind'];
  translation: TranslationState['kind'] | undefined;
  actions: BubbleActions;
}

/** One message (spec section 2, "Message bubble"): the original first, its translation under it. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, sender, own, startsRun, delivery, actions } = props;
  const { t, i18n } = useTranslation();
  const name = sender?.name || t('chat.someone');
  const language = message.source_language ?? sender?.language;
  return (
    <li
      data-own={own}
      data-delivery={delivery}
      className={cn(
        'flex items-end gap-2',
        own ? 'flex-row-reverse' : 'flex-row',
        startsRun ? 'mt-3' : 'mt-1',
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
          className={cn(
            // A short message and its time share a line, a longer one pushes the time below. With a translation each has
            // lines of its own: on one line they would make the bubble as wide as both together.
            'group/bubble flex max-w-full flex-wrap items-end justify-end gap-x-3 rounded-bubble px-3.5 py-2 has-data-translation:flex-col has-data-translation:items-stretch',
            own ? 'bg-bubble-own' : 'border border-line bg-bubble-other',
            startsRun && (own ? 'rounded-se-control' : 'rounded-ss-control'),
            delivery === 'waiting' && 'bg-bubble-own/50',
          )}
        >
          <Content message={message} />
          <TranslationPart {...props} />
          <p className="flex items-center gap-1 self-end text-ink-soft text-xs leading-6 tabular-nums">
            <time
              dir="auto"
              dateTime={message.created_at}
              title={formatDateTime(message.created_at, i18n.language)}
            >
              {formatTime(message.created_at, i18n.language)}
            </time>
            {own && <DeliverySign delivery={delivery} sentAt={message.created_at} />}
          </p>
        </div>
        {delivery === 'failed' && (
          <p className="flex gap-3 px-1">
            <TextButton onClick={() => actions.sendAgain(message.id)}>{t('chat.sendAgain')}</TextButton>
            <TextButton onClick={() => actions.discard(message.id)}>{t('chat.discard')}</TextButton>
          </p>
        )}
      </div>
    </li>
  );
});

function Content({ message }: { message: ChatMessage }) {
  const { t } = useTranslation();
  if (isAudioMessage(message)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: a voice message has no captions; its text, if any, stands below.
      <audio
        controls
        preload="none"
        src={message.content}
        aria-label={t('chat.audio')}
        className="w-64 max-w-full"
      />
    );
  }
  return (
    <p
      dir="auto"
      lang={message.source_language ?? undefined}
      className="me-auto whitespace-pre-wrap text-start [overflow-wrap:anywhere] group-has-data-translation/bubble:me-0"
    >
      {message.content}
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
