import { isLanguage, LANGUAGE_NAMES, type Language } from '@dragoman/domain/languages';
import type { TFunction } from 'i18next';
import { memo, use, useId } from 'react';
import { useBackend } from '@/shared/api/supabase.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { MAX_PICTURE_WIDTH } from '../attachments/picture-box.ts';
import { MeetingPart } from '../meetings/meeting-part.tsx';
import { MeetingsContext } from '../meetings/meetings-context.ts';
import type { ChatMessage, MessageSender } from '../model/chat-message.ts';
import { messageBody } from '../model/message-body.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import type { MessageReaction } from '../model/reactions.ts';
import { type TranslationState, withPhrasebook } from '../translation/outgoing-translations.ts';
import type { ViewerTranslationState } from '../translation/viewer-translations.ts';
import { BubbleFooter } from './bubble-footer.tsx';
import { bubbleTexts } from './bubble-texts.ts';
import { BubbleWords } from './bubble-words.tsx';
import { MessageContent } from './message-content.tsx';
import { QuotedMessage } from './quoted-message.tsx';
import type { BubbleActions } from './use-bubble-actions.ts';
import { useBubbleNote } from './use-bubble-note.ts';

interface MessageBubbleProps {
  /** From the list: many bubbles are drawn at once, and each subscription takes time. */
  t: TFunction;
  /** Of the interface. */
  language: string;
  message: ChatMessage;
  sender: MessageSender | null;
  own: boolean;
  viewerLanguage: Language;
  /** Shows the writer's name; within a group it is for screen readers only. */
  startsRun: boolean;
  /** Shows the time; otherwise it is for screen readers only. */
  showsTime: boolean;
  delivery: Delivery['kind'];
  translation: TranslationState | undefined;
  /** The state of the viewer's translation. */
  reading: ViewerTranslationState | undefined;
  /** The list requests a translation for the viewer. */
  isWanted: boolean;
  /** The recording is being transcribed. */
  transcribing: boolean;
  /** The viewer has hidden the other language. */
  folded: boolean;
  actions: BubbleActions;
  /** The quoted message of a reply: null when it was deleted, undefined while it loads. */
  quoted: ChatMessage | null | undefined;
  quotedName: string;
  reactions: readonly MessageReaction[] | undefined;
  viewerId: string;
  /** The other person's name. */
  otherName: string;
}

/** The words below a picture are as wide as it, within the padding and the edge. */
const PICTURE_BUBBLE = { maxWidth: `min(100%, calc(${MAX_PICTURE_WIDTH}px + 1.5rem + 2px))` };

/**
 * One message (specification 2.21): what its viewer can read, and below a hairline the other
 * language.
 */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { t, message, sender, own, startsRun, showsTime, delivery, translation, folded, actions } = props;
  const otherId = useId();
  const name = sender?.name || t('chat.someone');
  const written = message.source_language ?? sender?.language;
  const origin = useBackend().config.supabaseUrl;
  const body = messageBody(message, origin);
  const viewer = { own, language: props.viewerLanguage };
  const meeting = use(MeetingsContext)?.byMessage.get(message.id);
  const hasWords = !meeting && (body.kind !== 'file' || Boolean(message.transcript));
  const texts = hasWords ? bubbleTexts(withPhrasebook(message, translation), viewer) : null;
  const { note, awaited } = useBubbleNote({ ...props, texts, viewer });
  const isPlain =
    body.kind === 'text' &&
    !meeting &&
    !message.product &&
    !message.is_reply &&
    !message.said_by &&
    !texts?.other &&
    !note &&
    !awaited;
  return (
    <div
      className={cn(
        'group/row flex items-end gap-1.5',
        own ? 'flex-row-reverse' : 'flex-row',
        startsRun ? 'pt-2.5' : 'pt-0.5',
      )}
    >
      {startsRun ? (
        <Avatar name={name} url={sender?.avatar_url} className="size-7 self-start text-xs" />
      ) : (
        <span className="w-7 shrink-0" />
      )}
      <div
        className={cn('flex min-w-0 max-w-[86%] flex-col sm:max-w-[70%]', own ? 'items-end' : 'items-start')}
      >
        <p
          className={cn(
            'flex max-w-full gap-1.5 px-1 pb-0.5 text-ink-soft text-xs leading-[calc(var(--leading-xs)-0.1)]',
            !startsRun && 'sr-only',
          )}
        >
          <bdi className="truncate font-semibold">{name}</bdi>
          {written && isLanguage(written) && (
            <span lang={written} className="shrink-0">
              {LANGUAGE_NAMES[written]}
            </span>
          )}
        </p>
        <div
          data-bubble
          style={message.picture_width ? PICTURE_BUBBLE : undefined}
          className={cn(
            'flex max-w-full rounded-bubble px-3 py-1 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
            // A short message and its time share a line, a longer one pushes the time below. With a
            // translation each has lines of its own: on one line they would make the bubble as wide
            // as both together.
            isPlain ? 'flex-wrap items-end justify-between gap-x-3' : 'flex-col',
            !own && 'border border-line bg-bubble-other',
            own && (delivery === 'waiting' ? 'bg-bubble-own/50' : 'bg-bubble-own'),
            startsRun && (own ? 'rounded-se-control' : 'rounded-ss-control'),
          )}
        >
          {message.is_reply && (
            <QuotedMessage
              quoted={props.quoted}
              name={props.quotedName}
              viewer={{ profileId: props.viewerId, language: props.viewerLanguage }}
              onShow={actions.showQuoted}
            />
          )}
          {meeting ? <MeetingPart meeting={meeting} /> : <MessageContent {...props} body={body} />}
          {texts && (
            <BubbleWords
              texts={texts}
              awaited={awaited}
              folded={folded}
              otherId={otherId}
              product={message.product ?? null}
            />
          )}
          <BubbleFooter
            t={t}
            language={props.language}
            messageId={message.id}
            text={texts?.main ?? null}
            isPlain={isPlain}
            note={note}
            said={Boolean(message.said_by)}
            folded={folded}
            otherId={otherId}
            onFold={() => actions.fold(message.id)}
            sentAt={message.created_at}
            showsTime={showsTime}
            delivery={own ? delivery : null}
            reactions={props.reactions}
            viewerId={props.viewerId}
            otherName={props.otherName}
          />
        </div>
        {delivery === 'failed' && (
          <p className="flex gap-3 px-1">
            <TextButton onClick={() => actions.sendAgain(message.id)}>{t('chat.sendAgain')}</TextButton>
            <TextButton onClick={() => actions.discard(message.id)}>{t('chat.discard')}</TextButton>
          </p>
        )}
      </div>
      {/* One stop of the keyboard for the whole list is enough: there the Enter key opens the same menu. */}
      <button
        type="button"
        data-options
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={t('chat.messageOptions')}
        // Three dots from the style sheet: a picture in each row would be a fifth of its elements.
        className="-my-2 grid size-11 shrink-0 place-items-center self-center rounded-full text-ink-soft opacity-0 after:h-4.5 after:w-1 after:bg-[radial-gradient(circle,currentColor_1.5px,transparent_2px)] after:bg-size-[100%_33.4%] hover:bg-sunken group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:sr-only"
      />
    </div>
  );
});

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
